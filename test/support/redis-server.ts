import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { findRedis } from '#bin/embedded/find-redis.ts';
import { freePort } from '#platform/free-port.ts';
import { newClient } from '#store/connection/new-client.ts';
import { until } from './until.ts';
import type { RedisServerAccess, RedisSettings } from './redis-access.ts';

const durable = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction', save: '' };

/** A Redis server of the test's own on a data folder and a port, which may be killed and started again. `access`: else anybody's. */
export async function redisServer(folder: string, access?: RedisServerAccess) {
  const command = await findRedis({ log: () => undefined });
  const port = await freePort();
  const address = { host: '127.0.0.1', port };
  await mkdir(folder, { recursive: true });
  let process: ReturnType<typeof spawn> | null = null;

  function start(settings: RedisSettings = {}): void {
    const all = {
      bind: address.host,
      port: String(port),
      dir: path.resolve(folder),
      ...durable,
      ...access?.settings(port),
      ...settings,
    };
    const args = Object.entries<string | readonly string[]>(all).flatMap(([name, value]) => [
      `--${name}`,
      ...[value].flat(),
    ]);
    process = spawn(command, args, { stdio: 'ignore' });
  }

  async function signal(name: NodeJS.Signals): Promise<void> {
    const child = process;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(name);
    if (name !== 'SIGSTOP' && name !== 'SIGCONT') await exited;
  }

  /** Sends one command on a connection of its own; the first waits until the server listens. */
  async function ask(...args: string[]): Promise<unknown> {
    const { tls, ...user } = access?.options ?? {};
    const client = newClient({ ...user, socket: { ...address, ...(tls && { ...tls, tls: true }) } });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.sendCommand(args);
    } finally {
      client.destroy();
    }
  }

  return { address, url: `redis://${address.host}:${port}`, start, signal, ask };
}

/** Waits until the replica of a primary has everything that it has, or has taken its place, as on a machine that stood still. */
export async function untilReplicated({
  ask,
}: Pick<Awaited<ReturnType<typeof redisServer>>, 'ask'>): Promise<void> {
  const hasAll = async () => {
    const text = String(await ask('INFO', 'replication'));
    const [, offset] = /^master_repl_offset:(\d+)/m.exec(text) ?? [];
    return text.includes('role:slave') || text.includes(`,offset=${offset},`);
  };
  await until('the replica has everything', hasAll, { timeoutMs: 60_000, everyMs: 50 });
}
