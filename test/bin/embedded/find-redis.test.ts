import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findRedis } from '#bin/embedded/find-redis.ts';
import { machineWith } from '#test/support/machine-with.ts';

afterEach(() => vi.unstubAllEnvs());

const installing =
  'echo "$@" >> "$HERE/calls"; case "$*" in *install*) echo "echo v=8.0.2" > "$HERE/redis-server"; /bin/chmod +x "$HERE/redis-server";; esac';

it.each(['redis-server', 'valkey-server'])('takes %s on the PATH', async (name) => {
  const folder = await machineWith({ [name]: 'echo "Redis server v=7.0.15 sha=00000000:0"' });
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
  expect(await readFile(path.join(folder, 'calls'), 'utf8')).toContain('\nservice redis-server stop\n');
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

it('says so when the only server is too old', async () => {
  const folder = await machineWith({
    'redis-server': 'echo "Redis server v=6.0.16 sha=00000000:0"',
    'apt-get': 'exit 1',
  });
  await expect(findRedis({ log: () => {} })).rejects.toThrow(
    `Redis is missing: ${folder}/redis-server cannot be used: its version is 6.0, and 6.2 or newer is needed. Install`,
  );
});

it('passes over an old server for a newer one under the other name', async () => {
  const folder = await machineWith({
    'redis-server': 'echo v=6.0.16',
    'valkey-server': 'echo "Server v=8.0.1"',
  });
  expect(await findRedis({ log: () => {} })).toBe(path.join(folder, 'valkey-server'));
});
