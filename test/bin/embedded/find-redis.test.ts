import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findRedis } from '../../../bin/embedded/find-redis.ts';

afterEach(() => vi.unstubAllEnvs());

/** A machine with only these programs, each a shell script that finds the folder in $HERE. */
async function machineWith(programs: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-machine-'));
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(folder, name), 0o755);
  }
  vi.stubEnv('PATH', folder);
  vi.stubEnv('HERE', folder);
  return folder;
}

const installing =
  'echo "$@" >> "$HERE/calls"; case "$*" in *install*) echo > "$HERE/redis-server"; /bin/chmod +x "$HERE/redis-server";; esac';

it.each(['redis-server', 'valkey-server'])('takes %s on the PATH', async (name) => {
  const folder = await machineWith({ [name]: 'true' });
  expect(await findRedis({ log: () => {} })).toBe(path.join(folder, name));
});

it('installs a server with the package manager, and ends the service that the package started', async () => {
  const folder = await machineWith({
    'apt-get': installing,
    sudo: 'shift; exec "$@"',
    service: 'echo "service $@" >> "$HERE/calls"',
  });
  const said: string[] = [];
  expect(await findRedis({ log: (sentence) => said.push(sentence) })).toBe(path.join(folder, 'redis-server'));
  expect(said).toEqual(['Redis is missing: installing it with apt-get.']);
});

it('says what to install where the package manager fails', async () => {
  await machineWith({
    'apt-get': 'echo "E: Unable to locate package redis-server"; exit 100',
    sudo: 'shift; exec "$@"',
  });
  await expect(findRedis({ log: () => {} })).rejects.toThrow(
    /^Redis is missing: "apt-get update" failed: E: Unable to locate package redis-server\. Install a Redis server/,
  );
});

it('says what to install where there is no package manager', async () => {
  await machineWith({});
  await expect(findRedis({ log: () => {} })).rejects.toThrow(
    'Redis is missing: there is no redis-server on the PATH and no package manager that we know. Install',
  );
});
