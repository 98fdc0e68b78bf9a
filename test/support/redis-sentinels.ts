import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createClient } from '@redis/client';

import { findRedis } from '#bin/embedded/find-redis.ts';
import { freePort } from '#platform/free-port.ts';
import type { RedisServerAccess } from './redis-access.ts';
import { redisServer, untilReplicated } from './redis-server.ts';
import { until } from './until.ts';

const name = 'records';
const sentinelPassword = 'password-of-the-sentinels';
const patience = { timeoutMs: 60_000, everyMs: 50 };

/** A primary with a replica, watched by three Sentinels, on data folders below one. */
export async function redisSentinels(folder: string, access?: RedisServerAccess) {
  const servers = [
    await redisServer(path.join(folder, 'one'), access),
    await redisServer(path.join(folder, 'other'), access),
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
      const watched = [
        `sentinel monitor ${name} ${host} ${port} 2`,
        `sentinel down-after-milliseconds ${name} 3000`,
        `sentinel failover-timeout ${name} 10000`,
      ];
      const lines = [...linesOf(sentinelPort, access), ...watched, ...credentialsOf(access)];
      await writeFile(file, `${lines.join('\n')}\n`);
      processes.push(spawn(command, [file, '--sentinel'], { stdio: 'ignore' }));
    }
    // A fail-over needs Sentinels that know each other and the replica.
    for (const sentinelPort of ports)
      await until(
        'the Sentinels know each other',
        async () => {
          const found = new Map(chunked(await ask(sentinelPort, access, 'SENTINEL', 'MASTER', name)));
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

  const scheme = access === undefined ? 'redis+sentinel://' : 'rediss+sentinel://';
  const addresses = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const query = access === undefined ? '' : `?sentinelPassword=${sentinelPassword}`;
  const url = `${scheme}${access?.inUrl ?? ''}${addresses}/${name}${query}`;
  return { primary, replica, url, start, replicated: () => untilReplicated(primary), stop };
}

/** The address and access of a Sentinel. */
function linesOf(port: number, access?: RedisServerAccess): readonly string[] {
  const bind = 'bind 127.0.0.1';
  if (access === undefined) return [`port ${port}`, bind];
  const tls = Object.entries(access.settings(port)).filter(([setting]) => /^(?:port|tls-)/.test(setting));
  return [
    ...tls
      .filter(([setting]) => setting !== 'tls-cluster')
      .map(([setting, value]) => [setting, value].flat().join(' ')),
    bind,
    `requirepass ${sentinelPassword}`,
    `sentinel sentinel-pass ${sentinelPassword}`,
  ];
}

/** How it enters the servers that it watches. */
const credentialsOf = (access?: RedisServerAccess): readonly string[] =>
  access === undefined
    ? []
    : [
        `sentinel auth-user ${name} ${access.options.username}`,
        `sentinel auth-pass ${name} ${access.options.password}`,
      ];

/** Sends one command on a connection of its own; the first waits until the Sentinel listens. */
async function ask(
  port: number,
  access: RedisServerAccess | undefined,
  ...args: string[]
): Promise<readonly string[]> {
  const { tls } = access?.options ?? {};
  const client = createClient({
    ...(access !== undefined && { password: sentinelPassword }),
    socket: { host: '127.0.0.1', port, ...(tls && { ...tls, tls: true }) },
    RESP: 2,
  });
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
