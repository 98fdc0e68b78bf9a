/**
 * Intake against bare Temporal, side by side in one run: accepted deliveries (look-up, admission, record, start,
 * confirm, over HTTP) and nothing but StartWorkflow, with the same workflow and the same input, no worker running.
 *
 *   node bench/intake.ts
 */
import { randomBytes, randomUUID } from 'node:crypto';

import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';
import { Agent, request } from 'undici';
import getPort from 'get-port';

import { taskQueues } from '../domain/task-queues.ts';
import { createAutomations } from '../store/automations.ts';
import { connectRedis } from '../store/connect.ts';
import { createVault } from '../store/vault.ts';
import { connectTemporal } from '../temporal/connect.ts';
import { load, median, type Series } from './support/load.ts';
import { startProcess } from './support/process.ts';
import { ms, perSecond, report } from './support/figures.ts';
import { unlessQuick } from './support/quick.ts';
import { startServers } from './support/servers.ts';

const rounds = unlessQuick(5, 1);
const perRound = 320;
/** A workspace has eight slots, and without a worker no run ends: each workspace is used eight times. */
const perWorkspace = 8;

const servers = await startServers();
const key = randomBytes(32);
const port = await getPort({ host: '127.0.0.1' });
process.env['TEMPORAL_ADDRESS'] = servers.temporalAddress;
const api = await startProcess('api/main.ts', {
  PORT: String(port),
  METRICS_PORT: '0',
  REDIS_URL: servers.redisUrl,
  ADMIN_TOKEN: randomUUID(),
  MASTER_KEYS: `k1:${key.toString('base64')}`,
  LOG_LEVEL: 'warn',
});
const redis = await connectRedis(servers.redisUrl, () => undefined);
const automations = createAutomations({ redis, vault: createVault([{ id: 'k1', key }]) });
const { client, close } = await connectTemporal();
const agent = new Agent({ connections: 64, pipelining: 1 });

async function newHooks(count: number): Promise<string[]> {
  const content = {
    name: 'Bench',
    instructions: 'Summarise the delivery.',
    filter: null,
    agentId: 'agt_bench',
  };
  return await Promise.all(
    Array.from({ length: Math.ceil(count / perWorkspace) }, async () => {
      const { token } = await automations.create(`ws_${randomUUID()}`, content);
      return `http://127.0.0.1:${port}/hooks/${token}`;
    }),
  );
}

const order = (number: number) =>
  JSON.stringify({ event_id: `evt-${number}`, order: { id: number, status: 'paid' } });

async function deliver(hook: string, number: number): Promise<void> {
  const response = await request(hook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: order(number),
    dispatcher: agent,
  });
  const body = await response.body.text();
  if (!body.includes('"accepted"')) throw new Error(`answered ${response.statusCode} ${body}`);
}

async function startBare(): Promise<void> {
  await client.workflow.start('automationRun', {
    workflowId: `run/aut_bench/id/${randomUUID()}`,
    taskQueue: `${taskQueues.runs}-bare`,
    args: [{ kind: 'delivery', workspaceId: 'ws_bench', automationId: 'aut_bench', deliveryId: 'dlv_bench' }],
    workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
  });
}

async function round(atOnce: number): Promise<{ readonly ours: Series; readonly bare: Series }> {
  const hooks = await newHooks(perRound);
  const bare = await load(startBare, { total: perRound, atOnce });
  const ours = await load((n) => deliver(hooks[n % hooks.length] ?? '', n), { total: perRound, atOnce });
  return { ours, bare };
}

try {
  await round(16);
  for (const atOnce of [1, 16, 64]) {
    const results: Awaited<ReturnType<typeof round>>[] = [];
    for (let n = 0; n < rounds; n += 1) results.push(await round(atOnce));
    const ratio = median(results.map(({ ours, bare }) => ours.perSecond / bare.perSecond));
    const of = (pick: (result: (typeof results)[number]) => number) => median(results.map(pick));
    const shown = (who: 'ours' | 'bare') =>
      `${perSecond(of((r) => r[who].perSecond))}, p50 ${ms(of((r) => r[who].p50Ms))}, p99 ${ms(of((r) => r[who].p99Ms))}`;
    report({
      name: `${atOnce} at once`,
      ours: shown('ours'),
      yardstick: shown('bare'),
      ratio,
      goal: { atLeast: 0.9 },
    });
  }
} finally {
  await agent.close();
  await close();
  await redis.close();
  await api.stop();
  await servers.stop();
}
