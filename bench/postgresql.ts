/**
 * Deliveries over HTTP on Temporal with PostgreSQL, as docker-compose.yml has them but as processes, beside those on the
 * embedded server: accepted, run and skipped, and the processor time of each part. Both take turns.
 *
 *   node bench/postgresql.ts
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { SetupError } from '#bin/setup-error.ts';
import { deliver } from '#test/support/supervised.ts';
import { cpuMsOfTrees, withCpuTime } from './support/cpu-time.ts';
import { ms, perSecond, report } from './support/figures.ts';
import { load, median } from './support/load.ts';
import { startOrderTarget } from './support/order-target.ts';
import { startPostgresqlTemporal } from './support/postgresql-temporal.ts';
import { unlessQuick } from './support/quick.ts';
import { serviceParts, startWholeService } from './support/whole-service.ts';

const rounds = unlessQuick(4, 1);
const atOnce = 16;
/** As many as a workspace may have under way, so that none has to wait for another. */
const perHook = 8;
const hookCount = unlessQuick(20, 4);
const perRound = perHook * hookCount;

const kinds = {
  run: { body: { id: 1042, status: 'paid' }, outcome: 'succeeded' },
  skip: { body: { id: 1042, status: 'open' }, outcome: 'skipped' },
} as const;
type Kind = keyof typeof kinds;
const parts = [...serviceParts, 'all parts'] as const;

interface Measured {
  readonly accepted: number;
  readonly ended: number;
  /** For one delivery; PostgreSQL is a part of Temporal. */
  readonly cpuMs: Readonly<Record<(typeof parts)[number], number>>;
}

const target = await startOrderTarget();
const content = {
  filter: 'Only run when the status is paid',
  instructions: `POST ${target.url} with JSON {"id": {{id}}}.`,
};

type Other = Awaited<ReturnType<typeof startPostgresqlTemporal>>;

/** A side of the comparison: what it measured so far. */
async function startSide(other?: Other) {
  const service = await startWholeService(path.resolve(import.meta.dirname, '..'), other);
  const pids: Record<string, number> = { ...service.pids };
  if (other !== undefined) pids['PostgreSQL'] = other.postgresqlPid;
  const measured: Record<Kind, Measured[]> = { run: [], skip: [] };

  async function series(kind: Kind): Promise<Measured> {
    const { body, outcome } = kinds[kind];
    const hooks: Awaited<ReturnType<typeof service.newHook>>[] = [];
    for (let count = 0; count < hookCount; count += 1) hooks.push(await service.newHook(content));
    const work = async () => {
      const startedAt = performance.now();
      const { perSecond: accepted } = await load(
        (n) => deliver(hooks[n % hookCount]!.url, randomUUID(), body),
        {
          total: perRound,
          atOnce,
        },
      );
      for (const { owner, id } of hooks) await owner.untilAllEnded(id, 120_000);
      return { accepted, ended: perRound / ((performance.now() - startedAt) / 1_000) };
    };
    const { result, cpuMs } = await withCpuTime(pids, work, (pid) => cpuMsOfTrees([pid]));
    for (const { owner, id } of hooks) {
      const rows = await owner.activity(id);
      const wrong = rows.find((row) => row.outcome !== outcome);
      if (rows.length !== perHook) throw new Error(`${rows.length} deliveries were recorded.`);
      // The record has the reason.
      if (wrong !== undefined)
        throw new Error(`A ${kind} ended ${JSON.stringify(await owner.record(wrong.deliveryId))}`);
    }
    const all = Object.values(cpuMs).reduce((sum, one) => sum + one, 0);
    const temporal = cpuMs['Temporal']! + (cpuMs['PostgreSQL'] ?? 0);
    const times: Record<string, number> = { ...cpuMs, Temporal: temporal, 'all parts': all };
    const ofOne = parts.map((part) => [part, times[part]! / perRound]);
    return { ...result, cpuMs: Object.fromEntries(ofOne) as Measured['cpuMs'] };
  }
  return {
    warmUp: async () => void (await series('run'), await series('skip')),
    round: async (kind: Kind) => void measured[kind].push(await series(kind)),
    of: (kind: Kind, pick: (one: Measured) => number) => median(measured[kind].map(pick)),
    stop: service.stop,
  };
}

type Side = Awaited<ReturnType<typeof startSide>>;

function compare(postgresql: Side, embedded: Side): void {
  const row = (name: string, unit: typeof ms, kind: Kind, pick: (one: Measured) => number) => {
    const [ours, yardstick] = [postgresql.of(kind, pick), embedded.of(kind, pick)];
    // A skip starts nothing in Temporal.
    const ratio = yardstick < 0.1 ? null : ours / yardstick;
    report({ name, ours: unit(ours), yardstick: unit(yardstick), ratio, goal: null });
  };
  row(`${atOnce} at once, accepted while they run`, perSecond, 'run', ({ accepted }) => accepted);
  row(`${atOnce} at once, runs finished`, perSecond, 'run', ({ ended }) => ended);
  row(`${atOnce} at once, skipped`, perSecond, 'skip', ({ ended }) => ended);
  for (const kind of ['run', 'skip'] as const)
    for (const part of parts)
      row(`processor time for a ${kind}, ${part}`, ms, kind, ({ cpuMs }) => cpuMs[part]);
}

const sides: Side[] = [];
try {
  sides.push(await startSide(await startPostgresqlTemporal()), await startSide());
  for (const side of sides) await side.warmUp();
  for (let n = 0; n < rounds; n += 1)
    for (const kind of ['run', 'skip'] as const) for (const side of sides) await side.round(kind);
  compare(sides[0]!, sides[1]!);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.log(`Not measured: ${error.message}`);
} finally {
  for (const side of sides) await side.stop();
  target.stop();
}
