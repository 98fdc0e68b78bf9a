import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createClient } from 'redis';

import { findRedis } from '../../bin/embedded/find-redis.ts';
import { freePort } from '../../platform/free-port.ts';
import { redisServer } from './redis-server.ts';
import { until } from './until.ts';

const name = 'records';
const patience = { timeoutMs: 60_000, everyMs: 50 };

/** A primary with a replica, watched by three Sentinels, on data folders below one. */
export async function redisSentinels(folder: string) {
  const servers = [
    await redisServer(path.join(folder, 'one')),
    await redisServer(path.join(folder, 'other')),
  ] as const;
  const [primary, replica] = servers;
  const ports = await Promise.all(Array.from({ length: 3 }, () => freePort()));
  const processes: ChildProcess[] = [];

  async function start(): Promise<void> {
    primary.start();
    await primary.ask('PING');
    const { host, port } = primary.address;
    replica.start({ replicaof: `${host} ${port}` });
    const isFollowing = async () =>
      String(await replica.ask('INFO', 'replication')).includes('master_link_status:up');
    await until('the replica follows', isFollowing, patience);
    const command = await findRedis({ log: () => undefined });
    for (const sentinelPort of ports) {
      const file = path.join(folder, `sentinel-${sentinelPort}.conf`);
      await writeFile(
        file,
        [
          `port ${sentinelPort}`,
          'bind 127.0.0.1',
          `sentinel monitor ${name} ${host} ${port} 2`,
          `sentinel down-after-milliseconds ${name} 3000`,
          `sentinel failover-timeout ${name} 10000`,
          '',
        ].join('\n'),
      );
      processes.push(spawn(command, [file, '--sentinel'], { stdio: 'ignore' }));
    }
    // A fail-over needs Sentinels that know each other and the replica.
    for (const sentinelPort of ports)
      await until(
        'the Sentinels know each other',
        async () => {
          const found = new Map(chunked(await ask(sentinelPort, 'SENTINEL', 'MASTER', name)));
          return found.get('num-other-sentinels') === '2' && found.get('num-slaves') === '1';
        },
        patience,
      );
  }

  async function stop(): Promise<void> {
    for (const child of processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    await Promise.all(servers.map((server) => server.signal('SIGKILL')));
  }

  const url = `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${name}`;
  return { primary, replica, url, start, stop };
}

/** Sends one command on a connection of its own; the first waits until the Sentinel listens. */
async function ask(port: number, ...args: string[]): Promise<readonly string[]> {
  const client = createClient({ url: `redis://127.0.0.1:${port}`, RESP: 2 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const answer: unknown = await client.sendCommand(args);
    return Array.isArray(answer) ? answer.map(String) : [];
  } finally {
    client.destroy();
  }
}

const chunked = (texts: readonly string[]) =>
  texts.flatMap((text, index): [string, string][] =>
    index % 2 === 0 ? [[text, texts[index + 1] ?? '']] : [],
  );
