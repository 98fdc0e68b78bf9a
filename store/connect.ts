import { createClient, RESP_TYPES } from 'redis';

export type Redis = ReturnType<typeof connectTo>;

function connectTo(url: string) {
  return createClient({
    url,
    // Callers hear of a lost Redis at once; a queue of waiting commands would hide it.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000) },
    commandOptions: { timeout: 5_000 },
  });
}

/** Opens the one connection of a process. `onError` hears of every loss; the client reconnects by itself. */
export async function connectRedis(url: string, onError: (error: Error) => void): Promise<Redis> {
  const redis = connectTo(url);
  redis.on('error', onError);
  await redis.connect();
  return redis;
}

/** The same connection, answering strings as the bytes that were stored. */
export function withBuffers(redis: Redis) {
  return redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
}
