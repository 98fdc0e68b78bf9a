import type { ByteBudget } from '#domain/byte-budget.ts';
import type { Metrics } from '#platform/metrics/create-metrics.ts';
import type { Memory } from '#store/connection/memory.ts';
import type { Totals } from '#store/workspace/totals.ts';
import type { ServiceRuns } from '#temporal/service-runs.ts';
import type { ProbeDeps } from '#platform/probe-parts.ts';

interface Deps extends ProbeDeps {
  readonly metrics: Metrics<'api'>;
  readonly bodyBudget: ByteBudget;
  readonly memory: () => Promise<Memory>;
  readonly serviceRuns: ServiceRuns;
  readonly totals: () => Promise<Totals>;
  readonly now: () => number;
}

interface Settable {
  readonly set: (value: number) => void;
  readonly remove: () => void;
}

/** Several who scrape at once, or at short intervals, cost one reading. */
const freshMs = 5_000;

/**
 * The page for Prometheus: the counts of the process, and values from Redis and Temporal that are measured at that moment.
 */
export function createMetricsPage(deps: Deps) {
  const { registry, bodiesHeld, bodiesMax } = deps.metrics;
  let readAtMs = -Infinity;
  let reading: Promise<void> = Promise.resolve();

  function measureAll(): Promise<void> {
    if (deps.now() - readAtMs >= freshMs) {
      readAtMs = deps.now();
      reading = readAll(deps);
    }
    return reading;
  }

  return async function metricsPage() {
    await measureAll();
    bodiesHeld.set(deps.bodyBudget.heldBytes());
    bodiesMax.set(deps.bodyBudget.bytesMax);
    return { status: 200, contentType: registry.contentType, text: await registry.metrics() };
  };
}

/** A part that does not answer leaves its metrics absent: an old value would hide that. */
async function readAll(deps: Deps): Promise<void> {
  const { metrics } = deps;
  await Promise.all([
    setParts(deps),
    setSweep(deps),
    measure(deps.serviceRuns.workers, (workers) => [[metrics.workers, workers]]),
    measure(deps.memory, (memory) => [
      [metrics.redisMemoryUsed, memory?.used],
      [metrics.redisMemoryMax, memory?.max],
    ]),
    measure(deps.totals, (totals) => [
      [metrics.workspaces, totals?.workspaces],
      [metrics.slotsInUse, totals?.running],
      [metrics.runsWaiting, totals?.waiting],
      [metrics.workspacesFull, totals?.full],
      [metrics.oldestRunAge, totals && ageSeconds(totals, deps.now())],
      [metrics.archiveLag, totals && totals.archiveLagMs / 1_000],
    ]),
  ]);
}

async function setParts({ probeParts, metrics }: Deps): Promise<void> {
  for (const { name, state } of await probeParts())
    metrics.partUp.set({ part: name }, state === 'ready' ? 1 : 0);
}

/** A sweep that goes on, or failed, leaves the values of the last one that completed. */
async function setSweep({ metrics, serviceRuns }: Deps): Promise<void> {
  const sweep = await serviceRuns.lastSweep().catch(() => null);
  if (sweep?.outcome !== 'completed' || sweep.finishedAt === null) return;
  const [startedAtMs, finishedAtMs] = [Date.parse(sweep.startedAt), Date.parse(sweep.finishedAt)];
  metrics.sweepLastSuccess.set(finishedAtMs / 1_000);
  metrics.sweepDuration.set((finishedAtMs - startedAtMs) / 1_000);
  metrics.sweepFailures.set(sweep.failureCount);
}

/** Sets gauges to what was read; `undefined`, also of a reading that failed, makes them absent. */
async function measure<T>(
  read: () => Promise<T>,
  gaugesOf: (value: T | undefined) => readonly (readonly [Settable, number | undefined])[],
): Promise<void> {
  const value = await read().catch(() => undefined);
  for (const [gauge, number] of gaugesOf(value))
    if (number === undefined) gauge.remove();
    else gauge.set(number);
}

const ageSeconds = ({ oldestReceivedAtMs }: Totals, nowMs: number): number =>
  oldestReceivedAtMs === null ? 0 : Math.max(0, (nowMs - oldestReceivedAtMs) / 1_000);
