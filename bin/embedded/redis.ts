import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from 'redis';
import getPort from 'get-port';
import { startInBackground, type BackgroundProcess } from './background-process.ts';
import { findRedis } from './find-redis.ts';
import { startWhenReady } from './start-when-ready.ts';

export interface RedisServer extends BackgroundProcess {
  readonly url: string;
  readonly port: number;
}

interface RedisOptions {
  /** Holds the folder `redis` and the log. */
  readonly dataDir: string;
  readonly port?: number | undefined;
  readonly onSpawn?: (pid: number) => void;
  /** Hears sentences about long steps. */
  readonly log: (sentence: string) => void;
  /** Gives up the start. */
  readonly signal?: AbortSignal | undefined;
}

/** An answer that was given must survive the death of the server; and no record may be evicted for another. */
const durability: Readonly<Record<string, string>> = {
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  // The append-only file is the record; snapshots would only write the same data twice.
  save: '',
};

/** Starts a Redis server on a loopback port and waits until it has loaded its data. */
export async function startRedis(options: RedisOptions): Promise<RedisServer> {
  const command = await findRedis(options);
  const port = options.port ?? (await getPort({ host: '127.0.0.1' }));
  const url = `redis://127.0.0.1:${port}`;
  const directory = path.resolve(options.dataDir, 'redis');
  await mkdir(directory, { recursive: true });
  const logFile = path.resolve(options.dataDir, 'logs/redis.log');
  const settings = { bind: '127.0.0.1', port: String(port), dir: directory, ...durability };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const server = await startWhenReady({
    title: 'Redis',
    logFile,
    start: () => startInBackground({ command, args, env: process.env, logFile, onSpawn: options.onSpawn }),
    probe: () => probe(url),
    timeoutMs: 60_000,
    signal: options.signal,
  });
  return { ...server, url, port };
}

async function probe(url: string): Promise<void> {
  const client = createClient({ url, socket: { connectTimeout: 1_000, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.destroy();
  }
}
