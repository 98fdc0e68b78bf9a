import { execFile, execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, it } from 'vitest';

import { plainEnvironment } from '#test/support/reveille.ts';
import { scratchCopy } from '#test/support/scratch-copy.ts';
import { newDataDir } from '#test/support/temporary-folder.ts';

/** A folder of its own, mounted so that nobody writes to it, as the root of a container. */
const readOnly = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && cd "$1" && shift && exec "$@"';
const unshare = ['--user', '--map-root-user', '--mount'];
const canUnshare = (() => {
  try {
    execFileSync('unshare', [...unshare, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

it.skipIf(!canUnshare)(
  'runs the commands of the guides in an image, which has no packages of tests and cannot be written to',
  async () => {
    await using copy = await scratchCopy();
    const installed = path.join(copy.directory, 'node_modules/.package-lock.json');
    const { packages } = JSON.parse(await readFile(installed, 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const ofProduction = Object.fromEntries(Object.entries(packages).filter(([, { dev }]) => dev !== true));
    await writeFile(installed, JSON.stringify({ packages: ofProduction }));
    const run = async (command: string) => {
      const program = [process.execPath, 'bin/launch.mjs', command];
      const env = { ...plainEnvironment(), DATA_DIR: await newDataDir(), PORT: '0', METRICS_PORT: '0' };
      return await new Promise<string>((resolve) => {
        const args = [...unshare, 'sh', '-c', readOnly, 'sh', copy.directory, ...program];
        execFile('unshare', args, { env }, (_, stdout, stderr) => resolve(stdout + stderr));
      });
    };
    expect(await run('rotate-keys')).toMatch(/^No Redis of Reveille runs on /);
    expect(await run('drill')).toMatch(/^There is no data of Reveille in /);
    const demo = await run('demo');
    expect(demo).not.toContain('npm ci');
    expect(demo).toContain('7. What the target saw');
  },
);
