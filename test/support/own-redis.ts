import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startRedis } from '#bin/embedded/redis.ts';

/** An empty Redis for one file: to read all that is stored takes long among the keys of other files. */
export async function startOwnRedis() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-redis-'));
  const server = await startRedis({ dataDir, inMemory: true, log: () => undefined, endsWithUs: true });
  return {
    url: server.url,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
