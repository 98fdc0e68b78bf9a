import { afterAll, beforeAll } from 'vitest';

import { connectRedis, type Redis } from '#store/connection/connect.ts';
import { redisServer } from './redis-server.ts';
import { folderOfFile } from './temporary-folder.ts';

/**
 * A Redis server of a test file's own, for tests that count commands or everything that is stored. It keeps nothing on disk
 * and ends with the file.
 */
export function redisOfFile(prefix: string): () => Redis {
  const folder = folderOfFile(prefix);
  let server: Awaited<ReturnType<typeof redisServer>>;
  let redis: Redis;
  beforeAll(async () => {
    server = await redisServer(folder());
    server.start({ appendonly: 'no' });
    redis = await connectRedis(server.url, () => undefined);
  });
  afterAll(async () => {
    await redis.close();
    await server.signal('SIGTERM');
  });
  return () => redis;
}
