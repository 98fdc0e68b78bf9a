import { isInRange, type SweepRange } from '#domain/sweep-range.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const settleScript = script('settle-look');

const hourMs = 60 * 60_000;
const batch = 1_000;
/** A noted record may be stored so much later, and by the clock of another machine. */
const notedForMs = 10 * 60_000;
/** Work without a note is found within a day; workspaces that were looked at together spread over some hours. */
const looksApartMs = { least: 18 * hourMs, spread: 6 * hourMs };
const form = '1';

interface Deps {
  readonly redis: Redis;
  /** The settings on which the times of looks depend beside records: a change of them makes other things due. */
  readonly basis: readonly (string | number)[];
  /** Whether every workspace is to be looked at now. */
  readonly isAllDue?: () => Promise<boolean>;
  readonly now?: () => number;
}

/** The workspaces that the sweep looks at: those where work is due or was begun lately, not all there are. */
export function createSweepIndex({
  redis,
  basis,
  isAllDue = () => Promise.resolve(false),
  now = Date.now,
}: Deps) {
  const text = [form, ...basis].join(' ');

  /**
   * Ids of a range, in their order; without one all. Work that an earlier release, or one with other settings, left is found by one look at every
   * workspace.
   */
  async function due(range: SweepRange = ''): Promise<readonly string[]> {
    const isOurs = (id: string) => isInRange(range, id);
    if (await isAllDue()) return (await redis.zRange(keys.workspaces(), 0, -1)).filter(isOurs).toSorted();
    if ((await redis.get(keys.sweepBasis())) !== text) {
      await putAllDue();
      await redis.set(keys.sweepBasis(), text);
    }
    return await existing((await readDue(redis, now())).filter(isOurs).toSorted());
  }

  /** May stop anywhere and be begun again. */
  async function putAllDue(): Promise<void> {
    for (let start = 0; ; start += batch) {
      const ids = await redis.zRange(keys.workspaces(), start, start + batch - 1);
      if (ids.length > 0)
        await redis.zAdd(
          keys.sweepDue(),
          ids.map((value) => ({ score: 0, value })),
        );
      if (ids.length < batch) return;
    }
  }

  /** Those that are not deleted; the others are forgotten. */
  async function existing(ids: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (let start = 0; start < ids.length; start += batch) {
      const some = ids.slice(start, start + batch);
      const scores = await redis.zmScore(keys.workspaces(), some);
      const gone = some.filter((_, index) => scores[index] == null);
      if (gone.length > 0) await forget(redis, gone);
      found.push(...some.filter((_, index) => scores[index] != null));
    }
    return found;
  }

  /** Says when a workspace is looked at next. `lookedAtMs`: when this look began; `nextMs`: when work is due, as far as known. */
  async function settle(workspaceId: string, lookedAtMs: number, nextMs: number | null): Promise<void> {
    const latestMs = lookedAtMs + looksApartMs.least + Math.floor(Math.random() * looksApartMs.spread);
    const next = Math.min(nextMs ?? latestMs, latestMs);
    const args = [workspaceId, String(next), String(lookedAtMs - notedForMs)];
    await settleScript(redis, [keys.sweepDue(), keys.sweepNoted()], args);
  }

  return { due, settle, now };
}

export type SweepIndex = ReturnType<typeof createSweepIndex>;

/** Ids of the workspaces in which work is due or was begun lately: all whose deliveries are being processed are among them. */
export async function readDue(redis: Redis, nowMs: number): Promise<readonly string[]> {
  const [byTime, noted] = await Promise.all([
    redis.zRangeByScore(keys.sweepDue(), '-inf', nowMs),
    redis.zRange(keys.sweepNoted(), 0, -1),
  ]);
  return [...new Set([...byTime, ...noted])];
}

/** Workspaces that are no more. */
export async function forget(redis: Redis, workspaceIds: readonly string[]): Promise<void> {
  await redis.zRem(keys.sweepDue(), [...workspaceIds]);
  await redis.zRem(keys.sweepNoted(), [...workspaceIds]);
}
