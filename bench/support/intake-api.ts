import { randomBytes, randomUUID } from 'node:crypto';

import { Agent } from 'undici';

import { connectRedis } from '#store/connection/connect.ts';
import { createHooks } from './intake-hooks.ts';
import { startProcess } from './process.ts';
import { startServers } from './servers.ts';
import { freePort } from '#platform/free-port.ts';

/** A workspace has eight slots, and without a worker no run ends: each workspace is used eight times. */
export const perWorkspace = 8;

/** An API without a worker, on servers of its own, and what posts to its hooks. */
export async function startIntakeApi({ logLevel }: { readonly logLevel: string }) {
  const servers = await startServers();
  const key = randomBytes(32);
  const port = await freePort();
  process.env['TEMPORAL_ADDRESS'] = servers.temporalAddress;
  const api = await startProcess('api/main.ts', {
    PORT: String(port),
    METRICS_PORT: '0',
    REDIS_URL: servers.redisUrl,
    ADMIN_TOKEN: randomUUID(),
    MASTER_KEYS: `k1:${key.toString('base64')}`,
    LOG_LEVEL: logLevel,
  });
  const redis = await connectRedis(servers.redisUrl, () => undefined);
  const newHooks = createHooks({ redis, key, url: `http://127.0.0.1:${port}` });
  const agent = new Agent({ connections: 64, pipelining: 1 });

  async function stop(): Promise<void> {
    await agent.close();
    await redis.close();
    await api.stop();
    await servers.stop();
  }

  return { agent, newHooks, redisUrl: servers.redisUrl, stop };
}
