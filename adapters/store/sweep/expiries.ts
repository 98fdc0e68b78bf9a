import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';

const dayMs = 24 * 60 * 60_000;
/** The clocks of two machines differ by no more. */
const clockMarginMs = 60 * 60_000;
const batch = 500;

interface ExpiryDeps {
  readonly redis: Redis;
  readonly now: () => number;
}

/** The parts of a workspace that may hold expired records. */
export function createExpiries({ redis, now }: ExpiryDeps) {
  /**
   * Adds what was made since it was last called; at first everything there is, of which nothing is known yet: it is looked
   * at once.
   */
  async function enrol(workspaceId: string): Promise<void> {
    const marks = keys.sweepMarks(workspaceId);
    const beganAt = now();
    const to = await redis.hGet(marks, 'expiriesTo');
    const since = to === null ? null : Number(to) - clockMarginMs;
    for (const list of [keys.everyRunOwner(workspaceId), keys.agents(workspaceId)]) {
      const found = await redis.zRangeByScoreWithScores(list, since ?? '-inf', '+inf');
      const members = found.map(({ value, score }) => ({ value, score: since === null ? 0 : score }));
      for (let start = 0; start < members.length; start += batch) {
        const some = members.slice(start, start + batch);
        await redis.zAdd(keys.expiries(workspaceId), some, { condition: 'NX' });
      }
    }
    await redis.hSet(marks, 'expiriesTo', String(beganAt));
  }

  /** Those of which something may be older than a moment. */
  async function olderThan(workspaceId: string, beforeMs: number): Promise<readonly string[]> {
    return await redis.zRangeByScore(keys.expiries(workspaceId), '-inf', beforeMs);
  }

  /** Notes of what age its oldest is: null where it has none, `gone` where it is no more itself. */
  async function settle(workspaceId: string, id: string, oldestMs: number | null | 'gone'): Promise<void> {
    const list = keys.expiries(workspaceId);
    if (oldestMs === 'gone') await redis.zRem(list, id);
    // Its first may be under way.
    else await redis.zAdd(list, { score: oldestMs ?? now() - clockMarginMs, value: id });
  }

  return { enrol, olderThan, settle };
}

/** When the first of them has something that expires; null where there is none. */
export async function expiryDueMs(
  redis: Redis,
  workspaceId: string,
  retentionDays: number,
): Promise<number | null> {
  const [first] = await redis.zRangeWithScores(keys.expiries(workspaceId), 0, 0);
  return first === undefined ? null : first.score + retentionDays * dayMs;
}
