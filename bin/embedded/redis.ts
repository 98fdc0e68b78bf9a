import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from '@redis/client';
import { startInBackground, type BackgroundProcess } from './background-process.ts';
import { findRedis } from './find-redis.ts';
import { redisConfiguration } from './redis-settings.ts';
import { startWhenReady } from './start-when-ready.ts';
import { freePort } from '#platform/free-port.ts';

export interface RedisServer extends BackgroundProcess {
  readonly url: string;
  readonly port: number;
}

interface RedisOptions {
  /** Holds the folder `redis`, the configuration and the log. */
  readonly dataDir: string;
  /** Keeps nothing after the server ends; for tests, where each write would wait for the disk. */
  readonly inMemory?: boolean;
  readonly port?: number | undefined;
  /** Demanded of every client; part of the URL. */
  readonly password?: string | undefined;
  readonly onSpawn?: (pid: number) => void;
  /** Killed when our process dies; for data that nobody comes back for. */
  readonly endsWithUs?: boolean;
  readonly log: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Starts a Redis server on a loopback port and waits until it has loaded its data. */
export async function startRedis(options: RedisOptions): Promise<RedisServer> {
  const command = await findRedis(options);
  const port = options.port ?? (await freePort());
  const { password, inMemory, onSpawn, endsWithUs } = options;
  const url = `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`;
  const directory = path.resolve(options.dataDir, 'redis');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = path.resolve(options.dataDir, 'redis.conf');
  await writeFile(file, redisConfiguration({ port, directory, password, inMemory }), { mode: 0o600 });
  const logFile = path.resolve(options.dataDir, 'logs/redis.log');
  const server = await startWhenReady({
    title: 'Redis',
    logFile,
    start: () => startInBackground({ command, args: [file], logFile, onSpawn, endsWithUs }),
    probe: () => probeRedis(url),
    timeoutMs: 60_000,
    isProgress: createLoadingNotice(options.log),
    signal: options.signal,
  });
  return { ...server, url, port };
}

const saidEveryMs = 30_000;

/**
 * Whether a server says that it still loads its data, which takes minutes where there is much: it is waited for. Says so
 * now and then.
 */
function createLoadingNotice(log: (sentence: string) => void): (error: unknown) => boolean {
  let saidAtMs = Date.now();
  return (error) => {
    if (!(error instanceof Error && error.message.startsWith('LOADING'))) return false;
    if (Date.now() - saidAtMs < saidEveryMs) return true;
    saidAtMs = Date.now();
    log('Redis still loads its data.');
    return true;
  };
}

/** Rejects while a server does not answer. */
export async function probeRedis(url: string): Promise<void> {
  const client = createClient({ url, socket: { connectTimeout: 1_000, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.destroy();
  }
}
