import { randomBytes, randomUUID } from 'node:crypto';

import { Agent } from 'undici';

import { createAutomations } from '../../store/automations.ts';
import { connectRedis } from '../../store/connect.ts';
import { createVault } from '../../store/vault.ts';
import { startProcess } from './process.ts';
import { startServers } from './servers.ts';
import { freePort } from '../../platform/free-port.ts';

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
  const automations = createAutomations({ redis, vault: createVault([{ id: 'k1', key }]) });
  const agent = new Agent({ connections: 64, pipelining: 1 });

  /** Hooks of automations in workspaces of their own. */
  async function newHooks(
    count: number,
    sender: { readonly sender?: string; readonly signingSecret?: string } = {},
  ): Promise<string[]> {
    const content = {
      name: 'Bench',
      instructions: 'Summarise the delivery.',
      filter: null,
      agentId: 'agt_bench',
      ...sender,
    };
    return await Promise.all(
      Array.from({ length: count }, async () => {
        const { token } = await automations.create(`ws_${randomUUID()}`, content);
        return `http://127.0.0.1:${port}/hooks/${token}`;
      }),
    );
  }

  async function stop(): Promise<void> {
    await agent.close();
    await redis.close();
    await api.stop();
    await servers.stop();
  }

  return { agent, newHooks, redisUrl: servers.redisUrl, stop };
}
