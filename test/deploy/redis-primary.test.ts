import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import which from 'which';
import { expect, it, onTestFinished } from 'vitest';

import { findRedis } from '#bin/embedded/find-redis.ts';
import { freePort } from '#platform/free-port.ts';
import { newClient } from '#store/connection/new-client.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';
import { readCompose, root } from '#test/topology/compose/read-compose.ts';

const hasCli = (await which('redis-cli', { nothrow: true })) !== null;
const { services } = readCompose({ REDIS_MIN_REPLICAS: '1' });

/** `redis` and `redis-replica` of docker-compose.yml on this machine, each on a folder of its own. */
async function servers() {
  const folder = await temporaryFolder('reveille-primary-');
  const conf = path.join(folder, 'redis-conf');
  await writeFile(conf, 'requirepass secret\nmasterauth secret\n');
  const program = await findRedis({ log: () => undefined });
  const ports = { redis: await freePort(), 'redis-replica': await freePort() };
  type Name = keyof typeof ports;
  const folderOf = (name: Name) => path.join(folder, name);
  const running = new Map<Name, ChildProcess>();

  async function start(name: Name) {
    await mkdir(folderOf(name), { recursive: true });
    const { command = [] } = services[name]!;
    const settings = command
      .slice(2)
      .join('\0')
      .replace('--replicaof\0redis\x006379', `--replicaof\x00127.0.0.1\0${ports.redis}`)
      .split('\0');
    const place = ['--bind', '127.0.0.1', '--port', String(ports[name]), '--dir', folderOf(name)];
    const words = [program, conf, ...place, ...settings];
    const script = path.join(root, 'deploy/redis/start-primary.sh');
    const [file = '', ...args] = name === 'redis' ? ['sh', script, ...words] : words;
    const env = {
      ...process.env,
      DATA: folderOf(name),
      REPLICA: `127.0.0.1:${ports['redis-replica']}`,
      REDIS_MIN_REPLICAS: services[name]!.environment['REDIS_MIN_REPLICAS'],
    };
    const child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    running.set(name, child);
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
    return { ended };
  }

  async function kill(name: Name) {
    const child = running.get(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** One command, once the server answers. */
  const ask = (name: Name, ...args: string[]) =>
    until(
      `${name} answers`,
      async () => {
        const socket = { host: '127.0.0.1', port: ports[name], reconnectStrategy: false as const };
        const client = newClient({ password: 'secret', socket });
        client.on('error', () => undefined);
        try {
          await client.connect();
          return { answer: await client.sendCommand(args) };
        } finally {
          if (client.isOpen) client.destroy();
        }
      },
      { timeoutMs: 60_000 },
    ).then(({ answer }) => answer);

  onTestFinished(async () => {
    for (const name of running.keys()) await kill(name);
  });
  return { start, kill, ask, folderOf };
}

it.skipIf(!hasCli)(
  'a primary that lost its disk does not start and empty its replica, and starts again on what that has',
  async () => {
    const { start, kill, ask, folderOf } = await servers();
    // The first start of all: both are empty, in whatever order they come.
    await start('redis');
    await start('redis-replica');
    await ask('redis', 'SET', 'delivery', 'accepted');
    await expect.poll(() => ask('redis', 'WAIT', '1', '1000')).toBe(1);

    await kill('redis');
    await rm(folderOf('redis'), { recursive: true });
    const { ended } = await start('redis');
    expect(await ended).toEqual({
      code: 1,
      said: expect.stringContaining('has 1 keys: it would be emptied too'),
    });
    expect(await ask('redis-replica', 'DBSIZE')).toBe(1);

    // The records of the primary are in the file of the replica once that was rewritten.
    const isRewritten = /aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:0/;
    await expect
      .poll(() => ask('redis-replica', 'INFO', 'persistence'))
      .toEqual(expect.stringMatching(isRewritten));
    // Nor does it where the replica is away as well.
    await kill('redis-replica');
    const { ended: second } = await start('redis');
    expect(await second).toEqual({
      code: 1,
      said: expect.stringContaining('does not answer: start the replica first'),
    });

    // As the runbook says.
    await cp(
      path.join(folderOf('redis-replica'), 'appendonlydir'),
      path.join(folderOf('redis'), 'appendonlydir'),
      {
        recursive: true,
      },
    );
    await start('redis');
    await start('redis-replica');
    expect(await ask('redis', 'GET', 'delivery')).toBe('accepted');
    await ask('redis', 'SET', 'another', 'accepted');
    await expect.poll(() => ask('redis', 'WAIT', '1', '1000')).toBe(1);
    await expect.poll(() => ask('redis-replica', 'DBSIZE')).toBe(2);
  },
);

it.skipIf(!hasCli)('a primary whose folder has something starts without its replica', async () => {
  const { start, kill, ask, folderOf } = await servers();
  await start('redis');
  await start('redis-replica');
  await ask('redis', 'SET', 'delivery', 'accepted');
  await kill('redis-replica');
  await kill('redis');
  await access(path.join(folderOf('redis'), 'appendonlydir'));
  await start('redis');
  expect(await ask('redis', 'DBSIZE')).toBe(1);
});

it('docker-compose.yml starts the primary so, and the replica before or after it', () => {
  expect(services['redis']).toMatchObject({
    entrypoint: ['/bin/sh', '/etc/reveille/start-primary.sh'],
    environment: { REPLICA: 'redis-replica:6379', REDIS_MIN_REPLICAS: '1' },
    volumes: ['redis:/data', './deploy/redis:/etc/reveille:ro'],
    depends_on: { 'redis-replica': { condition: 'service_healthy', required: false } },
  });
  expect(services['redis-replica']).toMatchObject({ entrypoint: [], environment: {}, depends_on: {} });
});
