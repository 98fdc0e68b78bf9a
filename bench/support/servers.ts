import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startRedis } from '#bin/embedded/redis.ts';
import { startTemporal } from '#bin/embedded/temporal.ts';

/** Redis and Temporal as `npm start` runs them, persisted in a separate folder. */
export async function startServers() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-bench-'));
  const log = (sentence: string) => console.error(sentence);
  const redis = await startRedis({ dataDir, log, endsWithUs: true });
  const temporal = await startTemporal({ dataDir, log, endsWithUs: true });
  async function stop(): Promise<void> {
    await temporal.stop();
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  const pids = { redis: redis.pid, temporal: temporal.pid };
  return { dataDir, redisUrl: redis.url, temporalAddress: temporal.address, pids, stop };
}
