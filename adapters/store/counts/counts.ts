import type { Stats, StatsStep } from '#contracts/stats.ts';
import type { Redis } from '../connection/connect.ts';
import { dayOf, monthOf, wholeWorkspace } from './count-keys.ts';
import { pointOf, totalOf } from './point.ts';
import { createHeld } from '../held.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { runRecords } from '../records/run.ts';

const hourMs = 60 * 60 * 1_000;

/** The hash that has the counts of an hour or of a day, and what their fields begin with. */
const steps: Readonly<
  Record<
    StatsStep,
    { readonly ms: number; readonly hash: (ms: number) => string; readonly field: (iso: string) => string }
  >
> = {
  hour: { ms: hourMs, hash: dayOf, field: (iso) => `${iso.slice(11, 13)}:` },
  day: { ms: 24 * hourMs, hash: monthOf, field: (iso) => `${iso.slice(8, 10)}:` },
};

interface Wanted {
  /** Null: of the whole workspace. */
  readonly automationId: string | null;
  readonly step: StatsStep;
  readonly last: number;
}

const RunningFields = runRecords.run.fields.pick({ automationId: true, receivedAt: true });

/** Counts of arrivals and outcomes, for charts. Running deliveries are not counted but looked at. */
export function createCounts({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  const held = createHeld({ redis });

  async function stats(workspaceId: string, { automationId, step, last }: Wanted): Promise<Stats> {
    const { ms, hash, field } = steps[step];
    const currentMs = Math.floor(now() / ms) * ms;
    const starts = Array.from({ length: last }, (_, index) => currentMs - (last - 1 - index) * ms);
    const names = new Set(starts.map(hash));
    const [hashes, running] = await Promise.all([
      hashesOf(workspaceId, { automationId, step, names }),
      runningSince(workspaceId, automationId),
    ]);
    const points = starts.map((startMs) => {
      const at = new Date(startMs).toISOString();
      const runningHere = running.filter((atMs) => atMs >= startMs && atMs < startMs + ms).length;
      return { at, ...pointOf(hashes.get(hash(startMs)) ?? {}, field(at), runningHere) };
    });
    return { step, points, total: totalOf(points) };
  }

  async function hashesOf(
    workspaceId: string,
    { automationId, step, names }: Omit<Wanted, 'last'> & { readonly names: ReadonlySet<string> },
  ): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
    const key = step === 'hour' ? keys.hourlyCounts : keys.dailyCounts;
    const ownerId = automationId ?? wholeWorkspace;
    const found = [...names].map(
      async (name) => [name, await redis.hGetAll(key(workspaceId, ownerId, name))] as const,
    );
    return new Map(await Promise.all(found));
  }

  /** When those arrived that are running, those that wait and those that are held included. */
  async function runningSince(workspaceId: string, automationId: string | null): Promise<readonly number[]> {
    const [holders, waiting] = await Promise.all([
      redis.zRangeByScore(keys.slots(workspaceId), '+inf', '+inf'),
      redis.zRange(keys.waiting(workspaceId), 0, -1),
    ]);
    const ids = new Set([...holders, ...waiting]);
    const runs = await Promise.all(
      [...ids].map((id) => readFields(redis, keys.run(workspaceId, id), RunningFields)),
    );
    const begun = runs
      .filter((run) => run !== null && (automationId === null || run.automationId === automationId))
      .flatMap((run) => (run === null ? [] : [run.receivedAt]));
    return [...begun, ...(await held.since(workspaceId, automationId))];
  }

  return { stats };
}

export type Counts = ReturnType<typeof createCounts>;
