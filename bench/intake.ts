/**
 * Intake against bare Temporal, side by side in one run: accepted deliveries (look-up, admission, record, start,
 * confirm, over HTTP) and nothing but StartWorkflow, with the same workflow and the same input, no worker running.
 *
 *   node bench/intake.ts
 */
import { randomUUID } from 'node:crypto';

import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';
import { request } from 'undici';

import { taskQueues } from '../domain/task-queues.ts';
import { connectTemporal } from '../temporal/connect.ts';
import { perWorkspace, startIntakeApi } from './support/intake-api.ts';
import { load, median, type Series } from './support/load.ts';
import { ms, perSecond, report } from './support/figures.ts';
import { unlessQuick } from './support/quick.ts';

const rounds = unlessQuick(5, 1);
const perRound = 320;

const { agent, newHooks, stop } = await startIntakeApi({ logLevel: 'warn' });
const { client, close } = await connectTemporal();

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
  const hooks = await newHooks(Math.ceil(perRound / perWorkspace));
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
  await close();
  await stop();
}
