import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { createClient } from '@redis/client';

import { findRedis } from '#bin/embedded/find-redis.ts';
import { probeRedis } from '#bin/embedded/redis.ts';
import { until } from '#test/support/until.ts';
import { processCommand } from '../compose/process-command.ts';
import type { Context } from '../context.ts';
import { keepProgram } from './start-program.ts';

type RedisName = 'redis' | 'redis-replica' | 'redis-cache';

/** The Redis of records with its replica, and that of counts, each with its command of docker-compose.yml. */
export async function startRedisServers(context: Context): Promise<void> {
  await Promise.all([startRedis(context, 'redis'), startRedis(context, 'redis-cache')]);
  await startRedis(context, 'redis-replica');
  await untilReplicated(await urlOf(context, 'redis'));
}

/**
 * The primary is lost with its disk, for the `number`th time. Its replica takes its place and its address, and what follows it
 * from then on begins with nothing.
 */
export async function failOverRedis(context: Context, number: number): Promise<void> {
  const folderOf = (replica: number) => (replica === 1 ? 'redis-replica' : `redis-replica-${replica}`);
  const { kept, say } = context;
  await kept.stop('redis', 0);
  await kept.stop('redis-replica');
  await startRedis(context, 'redis', folderOf(number));
  say('the replica of Redis is the primary');
  await startRedis(context, 'redis-replica', folderOf(number + 1));
  await untilReplicated(await urlOf(context, 'redis'));
}

async function startRedis(context: Context, name: RedisName, folderName: string = name): Promise<void> {
  const { compose, ports, folder, secrets, say, signal } = context;
  const isConfined = context.containers !== null;
  const conf = { '/run/secrets/redis-conf': path.join(secrets, 'redis-conf') };
  const [, file = '', ...settings] = processCommand(compose.services[name]!, ports, isConfined ? {} : conf);
  const url = await urlOf(context, name);
  const directory = path.join(folder, folderName);
  await mkdir(directory, { recursive: true });
  const folders = { '/data': directory };
  const port = ports[`${name}:6379`];
  await keepProgram(context, {
    name,
    programs: [await findRedis({ log: say, signal })],
    folders,
    args: [
      file,
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
      '--dir',
      isConfined ? '/data' : directory,
      ...settings,
    ],
    probe: () => probeRedis(url),
  });
}

/** Its address with the password that all of them have. */
async function urlOf({ ports, secrets }: Context, name: RedisName): Promise<string> {
  const password = (await readFile(path.join(secrets, 'redis-password'), 'utf8')).trim();
  return `redis://:${password}@127.0.0.1:${ports[`${name}:6379`]}`;
}

/** Before that, a hook that waits for the replica answers 503. */
async function untilReplicated(url: string): Promise<void> {
  const redis = createClient({ url });
  redis.on('error', () => undefined);
  await redis.connect();
  try {
    const isThere = async () => /slave0:.*state=online/.test(await redis.info('replication'));
    await until('the replica follows', isThere, { timeoutMs: 60_000 });
  } finally {
    redis.destroy();
  }
}
