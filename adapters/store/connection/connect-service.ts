import { connectRedis, type Redis } from './connect.ts';
import { warnOfDurability } from './durability.ts';

interface Options {
  readonly url: string;
  /** The URL of a server for data that may be lost. */
  readonly cacheUrl?: string | undefined;
  /** Replicas that must have what is answered; 0: none is waited for. */
  readonly replicasMin: number;
  readonly logger: Parameters<typeof warnOfDurability>[1] & {
    readonly warn: (fields: object, message: string) => void;
  };
  readonly onShutdown: (name: string, close: () => Promise<void>) => void;
}

/**
 * The Redis connections of a process, closed at its shutdown. `replicaRedis` waits for replicas, which holds up what is
 * behind it; absent where none is waited for. `cacheRedis` holds what may be forgotten: the same where it has no server.
 */
export async function connectService({ url, cacheUrl, replicasMin, logger, onShutdown }: Options) {
  async function connect(name: string, to = url): Promise<Redis> {
    const redis = await connectRedis(to, (error) => logger.warn({ error }, `${name} connection lost`));
    onShutdown(name, async () => await redis.close());
    return redis;
  }
  const redis = await connect('redis');
  const replicaRedis = replicasMin > 0 ? await connect('replica wait') : undefined;
  await warnOfDurability(redis, logger);
  const cacheRedis = cacheUrl === undefined ? redis : await connect('cache', cacheUrl);
  return { redis, replicaRedis, cacheRedis };
}
