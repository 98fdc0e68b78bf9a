/**
 * The cost of a step in runs of 10, 100 and 400 steps. In each step the model, a server in this process that answers at
 * once, asks for one request to a target on loopback. The whole conversation so far goes to the model in each step, as
 * with any model, so that the prompts of a long run are longer.
 *
 *   node bench/length.ts
 */
import { randomBytes, randomUUID } from 'node:crypto';

import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import { withCpuTime } from './support/cpu-time.ts';
import { createDeliveries } from './support/deliveries.ts';
import { ms, report } from './support/figures.ts';
import { median } from './support/load.ts';
import { startOrderTarget } from './support/order-target.ts';
import { startProcess } from './support/process.ts';
import { unlessQuick } from './support/quick.ts';
import { startServers } from './support/servers.ts';

/** Longer runs vary less. */
const lengths = [
  { steps: 10, rounds: unlessQuick(15, 2) },
  { steps: 100, rounds: unlessQuick(5, 1) },
  { steps: 400, rounds: unlessQuick(3, 1) },
];

const servers = await startServers();
const key = randomBytes(32);
process.env['TEMPORAL_ADDRESS'] = servers.temporalAddress;
const target = await startOrderTarget();
let stepsLeft = 0;

function nextAnswer(): Scripted {
  if (stepsLeft === 0) return { text: 'Done.', usage: null };
  stepsLeft -= 1;
  const asked = { method: 'POST', url: target.url, body: JSON.stringify({ number: stepsLeft }) };
  const call = { id: randomUUID(), name: 'http_request', arguments: JSON.stringify(asked) };
  return { toolCalls: [call], usage: null };
}

const model = await startModelServer(nextAnswer);
const worker = await startProcess('bench/support/long-run-worker.ts', {
  METRICS_PORT: '0',
  REDIS_URL: servers.redisUrl,
  ADMIN_TOKEN: randomUUID(),
  MASTER_KEYS: `k1:${key.toString('base64')}`,
  EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
  MODEL: 'openai-compatible/bench',
  MODEL_BASE_URL: model.baseUrl,
  LOG_LEVEL: 'error',
});
const deliveries = await createDeliveries({ redisUrl: servers.redisUrl, key });

/** The cost of one run, divided by its steps. */
interface PerStep {
  readonly timeMs: number;
  readonly events: number;
  readonly temporalMs: number;
  readonly workerMs: number;
}

async function runOf(steps: number): Promise<PerStep> {
  const hook = await deliveries.newHook({ filter: null, instructions: 'Post each order.' });
  stepsLeft = steps;
  const seenBefore = target.seen();
  const startedAt = performance.now();
  const { result: workflowId, cpuMs } = await withCpuTime(
    { temporal: servers.pids.temporal, worker: worker.pid },
    () => deliveries.runToEnd(hook, '{"id":1042}'),
  );
  const timeMs = (performance.now() - startedAt) / steps;
  if (target.seen() - seenBefore !== steps) throw new Error(`${target.seen() - seenBefore} requests arrived`);
  // The server keeps what it was sent: the prompts of a long run are some megabytes.
  model.calls.length = 0;
  const { historyLength } = await deliveries.client.workflow.getHandle(workflowId).describe();
  return {
    timeMs,
    events: historyLength / steps,
    temporalMs: cpuMs.temporal / steps,
    workerMs: cpuMs.worker / steps,
  };
}

async function measure({ steps, rounds }: (typeof lengths)[number]): Promise<PerStep> {
  const runs: PerStep[] = [];
  for (let n = 0; n < rounds; n += 1) runs.push(await runOf(steps));
  const of = (name: keyof PerStep) => median(runs.map((run) => run[name]));
  return {
    timeMs: of('timeMs'),
    events: of('events'),
    temporalMs: of('temporalMs'),
    workerMs: of('workerMs'),
  };
}

const shown = ({ timeMs, events, temporalMs, workerMs }: PerStep) =>
  `${ms(timeMs)}, ${events.toFixed(1)} events, processor: Temporal ${ms(temporalMs)}, worker ${ms(workerMs)}`;

try {
  await runOf(10);
  let shortest: PerStep | undefined;
  for (const length of lengths) {
    const cost = await measure(length);
    shortest ??= cost;
    report({
      name: `a step in a run of ${length.steps}`,
      ours: shown(cost),
      yardstick: cost === shortest ? null : shown(shortest),
      ratio: cost === shortest ? null : cost.timeMs / shortest.timeMs,
      goal: null,
    });
  }
} finally {
  await deliveries.close();
  await worker.stop();
  await model[Symbol.asyncDispose]();
  target.stop();
  await servers.stop();
}
