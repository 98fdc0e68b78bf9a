import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '#platform/environment.ts';
import { SetupError } from '../setup-error.ts';
import { masterKeysFile } from '../supervisor/resolve-startup.ts';
import { runningRedisUrl } from '../supervisor/running-redis.ts';
import type { Source } from './copy-data.ts';
import type { RedisSource } from './copy-redis.ts';

interface Options {
  readonly redis?: string | undefined;
  readonly temporal?: string | undefined;
}

/** Finds the data of these settings. Throws {@link SetupError} where a part of it cannot be copied. */
export async function sourceOf(config: Environment, options: Options): Promise<Source> {
  const dataDir = path.resolve(config.DATA_DIR);
  const { TEMPORAL_ADDRESS: live } = config;
  if (live !== undefined && options.temporal === undefined)
    throw new SetupError(
      `The drill cannot copy the databases of a Temporal of your own (TEMPORAL_ADDRESS). Restore them where nobody uses them, and name that by --temporal HOST:PORT: docs/guides/backup.md, "Drill".`,
    );
  if (live !== undefined && live === options.temporal)
    throw new SetupError('--temporal is TEMPORAL_ADDRESS: a drill runs on a copy.');
  if (config.WORKER_DEPLOYMENT_NAME !== undefined)
    throw new SetupError(
      'The drill has one worker without a version, which gets no run where WORKER_DEPLOYMENT_NAME is set: docs/guides/backup.md, "Drill".',
    );
  const redis = await redisOf(config, options, dataDir);
  if (!config.MASTER_KEYS && !existsSync(path.join(dataDir, masterKeysFile)))
    throw new SetupError('MASTER_KEYS is needed: with another key the copy could not open what is sealed.');
  return {
    dataDir,
    redis,
    isEmbeddedTemporal: options.temporal === undefined,
    hasFolderBlobs: config.BLOBS_URL === undefined,
  };
}

async function redisOf(config: Environment, options: Options, dataDir: string): Promise<RedisSource> {
  if (options.redis !== undefined) {
    if (!existsSync(options.redis)) throw new SetupError(`There is no ${options.redis}.`);
    return { kind: 'file', path: path.resolve(options.redis) };
  }
  if (config.REDIS_URL !== undefined) return { kind: 'running', url: config.REDIS_URL };
  if (!existsSync(path.join(dataDir, 'redis')))
    throw new SetupError(`There is no data of Reveille in ${dataDir}: name its folder in DATA_DIR.`);
  const url = await runningRedisUrl(dataDir);
  return url === undefined ? { kind: 'folder', dataDir } : { kind: 'running', url };
}
