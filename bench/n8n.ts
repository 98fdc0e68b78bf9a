/**
 * Ours beside n8n: accepted, done and skipped deliveries per second, and the processor time that one needs. The least
 * service that loses nothing, does nothing twice and shows the same takes turns with both.
 *
 *   node bench/n8n.ts
 */
import path from 'node:path';

import { connectRedis } from '#store/connection/connect.ts';
import { keys } from '#store/records/index.ts';
import { until } from '#test/support/until.ts';
import { startLeast } from './bare/service.ts';
import { cpuMsOfTrees } from './support/cpu-time.ts';
import { type Goal, ms, perSecond, report } from './support/figures.ts';
import { load, median } from './support/load.ts';
import { n8nVersion, obtainN8n, patience, post, startN8n } from './support/n8n.ts';
import { startOrderTarget } from './support/order-target.ts';
import { unlessQuick } from './support/quick.ts';
import { startWholeService, type WholeService } from './support/whole-service.ts';

const rounds = unlessQuick(4, 1);
const perSeries = unlessQuick(160, 32);
const atOnce = 16;
const hookCount = 40;
const bodies = { run: '{"id":1042,"status":"paid"}', skip: '{"id":1042,"status":"open"}' } as const;

interface Side {
  /** Resolves when it is accepted. */
  readonly deliver: (body: string, number: number) => Promise<void>;
  /** Resolves when all that was delivered has ended well and is recorded. */
  readonly untilRecorded: () => Promise<unknown>;
  /** The processor time of all its processes so far. */
  readonly cpuMs: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

async function startOurs(service: WholeService, targetUrl: string): Promise<Side> {
  const redis = await connectRedis(service.redisUrl, (error) => console.error(error.message));
  const content = {
    filter: 'Only run when the status is paid',
    instructions: `POST ${targetUrl} with JSON {"id": {{id}}}.`,
  };
  const hooks: Awaited<ReturnType<typeof service.newHook>>[] = [];
  for (let count = 0; count < hookCount; count += 1) hooks.push(await service.newHook(content));
  let open: { readonly key: string; readonly outcome: string }[] = [];

  return {
    async deliver(body, number) {
      const hook = hooks[number % hooks.length]!;
      const answer = JSON.parse(await post(hook.url, body)) as { status: string; deliveryId: string };
      if (answer.status !== 'accepted') throw new Error(`answered ${JSON.stringify(answer)}`);
      const outcome = body === bodies.run ? 'succeeded' : 'skipped';
      open.push({ key: keys.run(hook.workspaceId, answer.deliveryId), outcome });
    },
    async untilRecorded() {
      for (const { key, outcome } of open) {
        const ended = await until(
          `${key} ended`,
          async () => endedIn(await redis.hGet(key, 'outcome')),
          patience,
        );
        if (ended !== outcome) throw new Error(`${key} ended ${ended}`);
      }
      open = [];
    },
    cpuMs: () => cpuMsOfTrees(Object.values(service.pids)),
    stop: () => redis.close(),
  };
}

/** The outcome of a run that is over; false while it is not. */
const endedIn = (outcome: string | null) =>
  outcome !== null && outcome !== 'running' && outcome !== 'waiting' && outcome;

interface Measured {
  readonly acceptedPerSecond: number;
  readonly donePerSecond: number;
  /** For one. */
  readonly cpuMs: number;
}

async function measure(side: Side, body: string): Promise<Measured> {
  const cpuMsBefore = await side.cpuMs();
  const startedAt = performance.now();
  const accepted = await load((number) => side.deliver(body, number), { total: perSeries, atOnce });
  await side.untilRecorded();
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuMs = ((await side.cpuMs()) - cpuMsBefore) / perSeries;
  return { acceptedPerSecond: accepted.perSecond, donePerSecond: perSeries / seconds, cpuMs };
}

type Both = Readonly<Record<keyof typeof bodies, Measured>>;

interface Round {
  readonly ours: Both;
  readonly n8n: Both;
  readonly least: Pick<Both, 'run'>;
}

function reportAll(results: readonly Round[]): void {
  const row = (
    name: string,
    of: (round: Round, who: 'ours' | 'n8n') => number,
    unit: (value: number) => string,
    goal: Goal | null,
  ) =>
    report({
      name,
      ours: unit(median(results.map((round) => of(round, 'ours')))),
      yardstick: unit(median(results.map((round) => of(round, 'n8n')))),
      ratio: median(results.map((round) => of(round, 'ours') / of(round, 'n8n'))),
      goal,
    });
  const runRow = (
    name: string,
    pick: (run: Measured) => number,
    unit: (value: number) => string,
    goal: Goal,
  ) => {
    row(name, (round, who) => pick(round[who].run), unit, goal);
    const least = (round: Round, who: 'ours' | 'n8n') =>
      pick(who === 'n8n' ? round.n8n.run : round.least.run);
    row(`${name}, by the least that shows the same`, least, unit, null);
  };
  runRow('accepted', (run) => run.acceptedPerSecond, perSecond, { atLeast: 5 });
  runRow('done', (run) => run.donePerSecond, perSecond, { atLeast: 4.5 });
  runRow('processor time for a delivery', (run) => run.cpuMs, ms, { atMost: 0.2 });
  row('skipped', (round, who) => round[who].skip.donePerSecond, perSecond, { atLeast: 20 });
  row('processor time for a skipped one', (round, who) => round[who].skip.cpuMs, ms, null);
}

async function compare(): Promise<void> {
  const target = await startOrderTarget();
  const service = await startWholeService(path.resolve(import.meta.dirname, '..'));
  const sides: Side[] = [];
  try {
    const ours = await startOurs(service, target.url);
    sides.push(ours);
    const least = await startLeast(service, target.url);
    sides.push(least);
    const n8n = await startN8n(target.url);
    sides.push(n8n);
    const bothOf = async (side: Side) => ({
      run: await measure(side, bodies.run),
      skip: await measure(side, bodies.skip),
    });
    const results: Round[] = [];
    for (let number = 0; number <= rounds; number += 1)
      results.push({
        ours: await bothOf(ours),
        least: { run: await measure(least, bodies.run) },
        n8n: await bothOf(n8n),
      });
    if (target.seen() !== results.length * 3 * perSeries)
      throw new Error(`${target.seen()} requests arrived`);
    // The first round warms both up.
    reportAll(results.slice(1));
  } finally {
    for (const side of sides) await side.stop();
    await service.stop();
    target.stop();
  }
}

const refusal = await obtainN8n();
if (refusal === undefined) await compare();
else console.log(`n8n ${n8nVersion} cannot be had here, so nothing is compared: ${refusal}`);
