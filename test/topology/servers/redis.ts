import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { findRedis } from '#bin/embedded/find-redis.ts';
import { runQuietly } from '#bin/embedded/run-quietly.ts';
import { until } from '#test/support/until.ts';
import type { Context } from '../context.ts';
import { keepServer } from './start-program.ts';

type RedisName = 'redis' | 'redis-replica' | 'redis-cache';

const patience = { timeoutMs: 60_000 };

/** A Redis of docker-compose.yml, on a folder of its name. A primary is there when its replica follows it. */
export async function startRedis(context: Context, name: RedisName): Promise<void> {
  const { ports, say, signal } = context;
  const data = path.join(context.folder, name);
  await mkdir(data, { recursive: true });
  const port = ports[`${name}:6379`];
  const program = await findRedis({ log: say, signal });
  await keepServer(context, {
    service: name,
    programs: [program],
    folders: { '/data': data },
    port,
    plain: {
      args: ['--bind', '127.0.0.1', '--port', String(port), '--dir', data],
      own: { DATA: data },
      // As --replicaof has it.
      paths: { 'redis-server': program, redis: '127.0.0.1', '6379': String(ports['redis:6379']) },
    },
  });
  if (name === 'redis') await until('the replica follows', () => isFollowed(context), patience);
}

/**
 * The primary is lost with its disk. Its replica takes its place, its address and, for the next fault, the name of its folder;
 * what follows it from then on begins with nothing.
 */
export async function failOverRedis(context: Context): Promise<void> {
  const { kept, folder, say } = context;
  const [primary, replica] = ['redis', 'redis-replica'].map((name) => path.join(folder, name));
  await kept.stop('redis', 0);
  await kept.stop('redis-replica');
  await rm(primary!, { recursive: true });
  await rename(replica!, primary!);
  const started = startRedis(context, 'redis');
  say('the replica of Redis is the primary');
  await startRedis(context, 'redis-replica');
  await started;
}

/**
 * The primary is killed, its disk is empty when it is started again, and it is given what its replica has, in the steps of
 * docs/runbook.md, section 13.
 */
export async function loseDiskOfRedis(context: Context): Promise<void> {
  const { kept, folder, say } = context;
  const [primary, replica] = ['redis', 'redis-replica'].map((name) => path.join(folder, name));
  const log = path.join(folder, 'logs/redis.log');
  const refusals = async () =>
    (await readFile(log, 'utf8')).split('it would be emptied too. docs/runbook.md').length;
  const before = await refusals();
  kept.hold('redis');
  process.kill(kept.pidOf('redis')!, 'SIGKILL');
  await until('the primary ended', () => kept.pidOf('redis') === undefined, patience);
  await rm(path.join(primary!, 'appendonlydir'), { recursive: true });
  kept.release('redis');
  await until('it does not start without its disk', async () => (await refusals()) > before, patience);
  say('the primary of Redis lost its disk and does not start');
  const isWritten = /aof_rewrite_in_progress:0\r?\naof_rewrite_scheduled:0/;
  await until(
    'the replica has written its file',
    async () => isWritten.test(await ask(context, 'redis-replica', 'info', 'persistence')),
    patience,
  );
  await kept.stop('redis');
  await kept.stop('redis-replica');
  const [from, to] = [replica!, primary!].map((one) => path.join(one, 'appendonlydir'));
  await cp(from!, to!, { recursive: true });
  await startRedis(context, 'redis-replica');
  await startRedis(context, 'redis');
  say('the primary of Redis has what its replica had');
}

/** Before that, a hook that waits for the replica answers 503. */
const isFollowed = async (context: Context) =>
  /slave0:.*state=online/.test(await ask(context, 'redis', 'info', 'replication'));

async function ask(
  { containers, ports, secrets }: Context,
  name: RedisName,
  ...words: string[]
): Promise<string> {
  const password = (await readFile(path.join(secrets, 'redis-password'), 'utf8')).trim();
  const command = ['env', `REDISCLI_AUTH=${password}`, 'redis-cli', '-e', ...words];
  const result =
    containers === null
      ? await runQuietly([...command, '-p', String(ports[`${name}:6379`])], { timeoutMs: 10_000 })
      : await containers.exec(name, command);
  return result?.output ?? '';
}
