/**
 * Whole runs against a minimum durable run, side by side: "filter, one request, recorded" by our worker, and a workflow
 * with one no-op activity by a bare worker. Each worker has its own process; both use the same Temporal. Then the
 * processor time that each part needs for one of them.
 *
 *   node bench/run.ts
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { deliveryIdOf, workflowIdOf } from '../domain/run-id.ts';
import { taskQueues } from '../domain/task-queues.ts';
import { createReplication } from '../store/replication.ts';
import { createIntake } from '../intake/receive.ts';
import { createAdmissions } from '../store/admissions.ts';
import { createAutomations } from '../store/automations.ts';
import { connectRedis } from '../store/connect.ts';
import { createPolicyStore } from '../store/policies.ts';
import { createVault } from '../store/vault.ts';
import { connectTemporal } from '../temporal/connect.ts';
import { createRunStates } from '../temporal/run-states.ts';
import { createRunStarter } from '../temporal/start-run.ts';
import { type CpuTimes, withCpuTime } from './support/cpu-time.ts';
import { ms, perSecond, report } from './support/figures.ts';
import { load, median, type Series } from './support/load.ts';
import { startProcess } from './support/process.ts';
import { unlessQuick } from './support/quick.ts';
import { startServers } from './support/servers.ts';

const rounds = unlessQuick(5, 1);
const perRound = 160;

const servers = await startServers();
const key = randomBytes(32);
process.env['TEMPORAL_ADDRESS'] = servers.temporalAddress;
let requestsSeen = 0;
const target = createServer((request, response) => {
  requestsSeen += 1;
  request
    .resume()
    .on('end', () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}'));
});
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/orders`;
const ourWorker = await startProcess('worker/main.ts', {
  METRICS_PORT: '0',
  REDIS_URL: servers.redisUrl,
  ADMIN_TOKEN: randomUUID(),
  MASTER_KEYS: `k1:${key.toString('base64')}`,
  EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
  LOG_LEVEL: 'error',
});
const bareWorker = await startProcess('bench/bare/worker.ts', {});
const redis = await connectRedis(servers.redisUrl, () => undefined);
const vault = createVault([{ id: 'k1', key }]);
const automations = createAutomations({ redis, vault });
const policies = createPolicyStore({ redis, vault });
const { client, close } = await connectTemporal();
const intake = createIntake({
  replication: createReplication({ redis: undefined, replicasMin: 0 }),
  admissions: createAdmissions({ redis }),
  slots: { reclaim: () => Promise.resolve({ done: 0, failures: [] }) },
  runStarter: createRunStarter({
    client,
    taskQueue: taskQueues.runs,
    recordUrl: (id) => `http://localhost/${id}`,
  }),
  runStates: createRunStates({ client }),
});

/** Many workspaces, so that neither the rate limit nor the eight slots of one of them affects the result. */
async function newHooks(count: number) {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const [workspaceId, agentId] = [`ws_${randomUUID()}`, `agt_${randomUUID()}`];
      await policies.insert(
        { workspaceId, agentId },
        { domain: '127.0.0.1', headerName: null, headerValue: null },
      );
      const { id } = await automations.create(workspaceId, {
        name: 'Bench',
        filter: 'Only run when the status is paid',
        instructions: `POST ${targetUrl} with JSON {"id": {{id}}}.`,
        agentId,
      });
      return { workspaceId, automationId: id };
    }),
  );
}

async function runOne(hook: { workspaceId: string; automationId: string }): Promise<void> {
  const eventId = randomUUID();
  const workflowId = workflowIdOf(hook.automationId, `id/${eventId}`);
  const receipt = await intake.receive(hook, {
    deliveryId: deliveryIdOf(workflowId),
    workflowId,
    eventId,
    eventIdSource: 'header',
    reference: null,
    referenceUrl: null,
    receivedAt: new Date(),
    contentType: 'application/json',
    headers: {},
    body: Buffer.from('{"id":1042,"status":"paid"}'),
    replayOf: null,
  });
  if (receipt.status !== 'accepted') throw new Error(`answered ${JSON.stringify(receipt)}`);
  const ending = (await client.workflow.getHandle(workflowId).result()) as { outcome: string };
  if (ending.outcome !== 'succeeded') throw new Error(`ended ${JSON.stringify(ending)}`);
}

const runBare = () => client.workflow.execute('bare', { workflowId: randomUUID(), taskQueue: 'bare' });

/** The processes that a run uses. The bench's own is intake, client and target of ours, and the client of the bare run. */
const parts = ['Temporal', 'worker', 'Redis', 'sender'] as const;
type Part = (typeof parts)[number];

interface Measured extends Series {
  /** For one run. */
  readonly cpuMs: CpuTimes<Part>;
}

async function measure(
  workerPid: number,
  work: (n: number) => Promise<unknown>,
  atOnce: number,
): Promise<Measured> {
  const { temporal, redis: redisPid } = servers.pids;
  const pids = { Temporal: temporal, worker: workerPid, Redis: redisPid, sender: process.pid };
  const { result, cpuMs } = await withCpuTime(pids, () => load(work, { total: perRound, atOnce }));
  const ofOne = parts.map((part) => [part, cpuMs[part] / perRound]);
  return { ...result, cpuMs: Object.fromEntries(ofOne) as Record<Part, number> };
}

interface Round {
  readonly ours: Measured;
  readonly bare: Measured;
}

async function round(atOnce: number): Promise<Round> {
  const hooks = await newHooks(perRound / 4);
  const bare = await measure(bareWorker.pid, runBare, atOnce);
  const ours = await measure(ourWorker.pid, (n) => runOne(hooks[n % hooks.length]!), atOnce);
  return { ours, bare };
}

function reportSpeed(atOnce: number, results: readonly Round[]): void {
  const of = (pick: (result: Round) => number) => median(results.map(pick));
  const shown = (who: keyof Round) =>
    `${perSecond(of((r) => r[who].perSecond))}, p50 ${ms(of((r) => r[who].p50Ms))}`;
  report({
    name: `${atOnce} at once`,
    ours: shown('ours'),
    yardstick: shown('bare'),
    ratio: of(({ ours, bare }) => ours.perSecond / bare.perSecond),
    goal: { atLeast: 1 },
  });
}

/** Our processor time over that of the bare run, so that less is better. */
function reportCpuTime(atOnce: number, results: readonly Round[]): void {
  const rows: readonly (readonly [string, (times: CpuTimes<Part>) => number])[] = [
    ...parts.map((part) => [part, (times: CpuTimes<Part>) => times[part]] as const),
    ['all parts', (times) => parts.reduce((sum, part) => sum + times[part], 0)],
  ];
  for (const [name, pick] of rows) {
    const ours = median(results.map((r) => pick(r.ours.cpuMs)));
    const bare = median(results.map((r) => pick(r.bare.cpuMs)));
    report({
      name: `processor time for one at ${atOnce} at once, ${name}`,
      ours: ms(ours),
      yardstick: ms(bare),
      // Redis has no part in the bare run.
      ratio: name === 'Redis' ? null : ours / bare,
      goal: null,
    });
  }
}

try {
  await round(16);
  for (const atOnce of [1, 16]) {
    const results: Round[] = [];
    for (let n = 0; n < rounds; n += 1) results.push(await round(atOnce));
    reportSpeed(atOnce, results);
    reportCpuTime(atOnce, results);
  }
  console.log(`requests that reached the target: ${requestsSeen}`);
} finally {
  await close();
  await redis.close();
  await ourWorker.stop();
  await bareWorker.stop();
  target.close();
  await servers.stop();
}
