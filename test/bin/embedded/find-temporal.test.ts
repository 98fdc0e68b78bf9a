import { readFileSync } from 'node:fs';
import { mkdir, writeFile, chmod } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findTemporal, temporalVersion } from '#bin/embedded/find-temporal.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

/** A machine with only these programs, each a shell script. */
async function machineWith(programs: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder('reveille-machine-');
  await mkdir(path.join(folder, 'bin'));
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(path.join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(folder, 'bin', name), 0o755);
  }
  vi.stubEnv('PATH', path.join(folder, 'bin'));
  vi.stubEnv('XDG_CACHE_HOME', path.join(folder, 'cache'));
  return folder;
}

it('builds the version that the pinned module names', () => {
  const module = readFileSync(new URL('../../../bin/temporal/go.mod', import.meta.url), 'utf8');
  expect(module).toContain(`github.com/temporalio/cli v${temporalVersion}`);
});

it.each(['1.7.0', '1.8.2', '1.10.1', '2.0.0'])('takes a CLI of version %s on the PATH', async (version) => {
  const folder = await machineWith({
    temporal: `echo "temporal version ${version} (Server 1.31.2, UI 2.50.1)"`,
  });
  expect(await findTemporal({ log: () => {} })).toBe(path.join(folder, 'bin/temporal'));
});

it('passes over an old CLI on the PATH for our own copy', async () => {
  const folder = await machineWith({ temporal: 'echo "temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)"' });
  const copy = path.join(folder, 'cache/reveille', `temporal-${temporalVersion}`, 'temporal');
  await mkdir(path.dirname(copy), { recursive: true });
  await writeFile(copy, '', { mode: 0o755 });
  const said: string[] = [];
  expect(await findTemporal({ log: (sentence) => said.push(sentence) })).toBe(copy);
  expect(said).toEqual([`${folder}/bin/temporal is older than 1.7: it is ignored.`]);
});
