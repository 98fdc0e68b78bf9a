import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readRedisUrl } from '#domain/redis-url.ts';
import { connectFirst } from '#store/connection/first-server.ts';
import { startRedis } from '../embedded/redis.ts';
import { replicateRedis } from '../embedded/replicate-redis.ts';
import { SetupError } from '../setup-error.ts';
import { openWork, type OpenRun } from './open-runs.ts';

/** The records: of a Redis that runs, of an RDB file or a folder `appendonlydir`, or in a data folder that nobody uses. */
export type RedisSource =
  | { readonly kind: 'running'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly dataDir: string };

/** Copies the records into an empty data folder. Gives the runs that were under way. */
export async function copyRedis(source: RedisSource, copy: string): Promise<readonly OpenRun[]> {
  const folder = path.join(copy, 'redis');
  if (source.kind === 'folder') await cp(path.join(source.dataDir, 'redis'), folder, { recursive: true });
  if (source.kind === 'file') await placeFile(source.path, path.join(folder, 'appendonlydir'));
  const redis = await startRedis({ dataDir: copy, log: () => undefined, endsWithUs: true });
  try {
    if (source.kind === 'running') {
      await checkSource(source.url, redis.url);
      await replicateRedis(redis.url, source.url);
    }
    return await openWork(redis.url);
  } finally {
    await redis.stop();
  }
}

/** An RDB file becomes the base of append-only files: with these on, a server loads nothing else. */
async function placeFile(file: string, folder: string): Promise<void> {
  if (path.basename(file) === 'appendonlydir') return await cp(file, folder, { recursive: true });
  const base = 'appendonly.aof.1.base.rdb';
  await mkdir(folder, { recursive: true });
  await cp(file, path.join(folder, base));
  await writeFile(path.join(folder, 'appendonly.aof.manifest'), `file ${base} seq 1 type b\n`);
}

/** Throws {@link SetupError} for a server that ours cannot follow, which would be found out by waiting alone. */
async function checkSource(sourceUrl: string, ownUrl: string): Promise<void> {
  const instead = 'Name an RDB file of it by --redis FILE.';
  if (readRedisUrl(sourceUrl)?.kind !== 'server' || sourceUrl.startsWith('rediss:'))
    throw new SetupError(`The drill follows one Redis without TLS. ${instead}`);
  const [live, own] = await Promise.all([sourceUrl, ownUrl].map(versionOf));
  if (live !== undefined && own !== undefined && live > own)
    throw new SetupError(
      `The Redis of REDIS_URL is ${live}, redis-server here ${own}, which reads nothing newer: put one of ${live} on the PATH.`,
    );
}

/** Major and minor. */
async function versionOf(url: string): Promise<number | undefined> {
  const redis = await connectFirst(url);
  try {
    const [, version] = /redis_version:(\d+\.\d+)/.exec(await redis.info('server')) ?? [];
    return version === undefined ? undefined : Number(version);
  } finally {
    redis.destroy();
  }
}
