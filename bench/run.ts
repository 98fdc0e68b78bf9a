/**
 * Whole runs against a minimum durable run, side by side: "filter, one request, recorded" by our worker, and a workflow
 * with one no-op activity by a bare worker. Each worker has its own process; both use the same Temporal. Then the
 * processor time that each part needs for one of them.
 *
 *   node bench/run.ts
 */
import { randomBytes, randomUUID } from 'node:crypto';

import { bareQueue, createShownRunStart } from './bare/start-bare-run.ts';
import { connectBareStore } from './bare/store.ts';
import { inTwoSteps } from './bare/workflows.ts';
import { type CpuTimes, withCpuTime } from './support/cpu-time.ts';
import { createDeliveries, type Hook } from './support/deliveries.ts';
import { ms, perSecond, report } from './support/figures.ts';
import { load, median, type Series } from './support/load.ts';
import { startOrderTarget } from './support/order-target.ts';
import { startProcess } from './support/process.ts';
import { unlessQuick } from './support/quick.ts';
import { startServers } from './support/servers.ts';

const rounds = unlessQuick(5, 1);
const perRound = 160;

const servers = await startServers();
const key = randomBytes(32);
process.env['TEMPORAL_ADDRESS'] = servers.temporalAddress;
const target = await startOrderTarget();
const ourWorker = await startProcess('worker/main.ts', {
  METRICS_PORT: '0',
  REDIS_URL: servers.redisUrl,
  ADMIN_TOKEN: randomUUID(),
  MASTER_KEYS: `k1:${key.toString('base64')}`,
  EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
  LOG_LEVEL: 'error',
});
const bareWorker = await startProcess('bench/bare/worker.ts', {
  REDIS_URL: servers.redisUrl,
  TARGET_URL: target.url,
});
const bareStore = await connectBareStore(servers.redisUrl);
const { client, newHook, runToEnd, close } = await createDeliveries({ redisUrl: servers.redisUrl, key });

/** Many workspaces, so that neither the rate limit nor the eight slots of one of them affects the result. */
async function newHooks(count: number) {
  const filter = 'Only run when the status is paid';
  const instructions = `POST ${target.url} with JSON {"id": {{id}}}.`;
  return await Promise.all(Array.from({ length: count }, () => newHook({ filter, instructions })));
}

const body = '{"id":1042,"status":"paid"}';
const runOne = (hook: Hook) => runToEnd(hook, body);

const runBare = () => client.workflow.execute('bare', { workflowId: randomUUID(), taskQueue: bareQueue });

async function runLeast(): Promise<void> {
  const id = randomUUID();
  await bareStore.keep(id, body);
  const options = { workflowId: id, taskQueue: bareQueue, args: [id] };
  const handle = await client.workflow.start('bareSend', options);
  await bareStore.markStarted(id);
  await handle.result();
}

const startShown = createShownRunStart(client);

async function runShown(id: string): Promise<void> {
  await bareStore.keep(id, body);
  const workflowId = await startShown(id);
  await bareStore.markStarted(id);
  await client.workflow.getHandle(workflowId).result();
}

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

const sides = ['bare', 'least', 'shown', 'shownInTwo', 'ours'] as const;
type Round = Readonly<Record<(typeof sides)[number], Measured>>;

/** All take turns; which of them comes first changes from round to round. */
async function round(atOnce: number, number: number): Promise<Round> {
  const hooks = await newHooks(perRound / 4);
  const measureSide = {
    bare: () => measure(bareWorker.pid, runBare, atOnce),
    least: () => measure(bareWorker.pid, runLeast, atOnce),
    shown: () => measure(bareWorker.pid, () => runShown(randomUUID()), atOnce),
    shownInTwo: () => measure(bareWorker.pid, () => runShown(`${inTwoSteps}${randomUUID()}`), atOnce),
    ours: () => measure(ourWorker.pid, (n) => runOne(hooks[n % hooks.length]!), atOnce),
  };
  const measured: Partial<Record<keyof Round, Measured>> = {};
  for (const index of sides.keys()) {
    const side = sides[(index + number) % sides.length]!;
    measured[side] = await measureSide[side]();
  }
  return measured as Round;
}

function reportSpeed(atOnce: number, results: readonly Round[]): void {
  const of = (pick: (result: Round) => number) => median(results.map(pick));
  const shown = (who: keyof Round) =>
    `${perSecond(of((r) => r[who].perSecond))}, p50 ${ms(of((r) => r[who].p50Ms))}`;
  const compare = (what: string, ours: keyof Round, yardstick: keyof Round, atLeast?: number) =>
    report({
      name: `${atOnce} at once${what}`,
      ours: shown(ours),
      yardstick: shown(yardstick),
      ratio: of((r) => r[ours].perSecond / r[yardstick].perSecond),
      goal: atLeast === undefined ? null : { atLeast },
    });
  compare('', 'ours', 'bare', 1);
  compare(', and the least run that sends', 'ours', 'least');
  compare(', and the least run that sends and shows the same', 'ours', 'shown');
  compare(', and the same in two steps', 'ours', 'shownInTwo', 1.15);
  compare(', the least run that shows the same over that in two steps', 'shown', 'shownInTwo');
  compare(', the least run that shows the same over one activity', 'shown', 'bare');
  compare(', the least run that sends over one activity', 'least', 'bare');
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
  await round(16, 0);
  for (const atOnce of [1, 16]) {
    const results: Round[] = [];
    for (let n = 0; n < rounds; n += 1) results.push(await round(atOnce, n));
    reportSpeed(atOnce, results);
    reportCpuTime(atOnce, results);
  }
  console.log(`requests that reached the target: ${target.seen()}`);
} finally {
  await close();
  await ourWorker.stop();
  await bareWorker.stop();
  bareStore.close();
  target.stop();
  await servers.stop();
}
