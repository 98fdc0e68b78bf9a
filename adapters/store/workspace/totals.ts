import { limits } from '#domain/limits.ts';
import type { Redis } from '../connection/connect.ts';
import { epochMs } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { readDue } from '../sweep/sweep-index.ts';
import { ownLimitsOf } from './own-limits.ts';

/** Work in progress, of all workspaces together. */
export interface Totals {
  readonly workspaces: number;
  readonly running: number;
  /** Those that wait for a target, a model or a slot, and hold none. */
  readonly waiting: number;
  /** Workspaces whose slots are all in use. */
  readonly full: number;
  /** When the oldest of those deliveries arrived. Null where there is none. */
  readonly oldestReceivedAtMs: number | null;
  /** For how long the oldest delivery that is not archived should have been; 0 where none should. */
  readonly archiveLagMs: number;
}

const readTogether = 1_000;
const hourMs = 60 * 60_000;

interface Deps {
  readonly redis: Redis;
  readonly archiveAfterHours: number;
  readonly now: () => number;
}

/**
 * Reads the workspaces that the sweep looks at, however many there are beside them: those that process deliveries, or have
 * some to archive, are among them.
 */
export function createTotals({ redis, archiveAfterHours, now }: Deps) {
  return async function totals(): Promise<Totals> {
    const [workspaces, ids] = await Promise.all([redis.zCard(keys.workspaces()), readDue(redis, now())]);
    let [running, full, waiting] = [0, 0, 0];
    const arrivals: number[] = [];
    const ends: number[] = [];
    for (let start = 0; start < ids.length; start += readTogether) {
      const read = await Promise.all(ids.slice(start, start + readTogether).map(ofWorkspace));
      running += read.reduce((sum, { taken }) => sum + taken, 0);
      full += read.filter(({ taken, slots }) => taken >= slots).length;
      waiting += read.reduce((sum, { waits }) => sum + waits, 0);
      arrivals.push(...read.flatMap(({ receivedAtMs }) => receivedAtMs));
      ends.push(...read.flatMap(({ endedAtMs }) => endedAtMs));
    }
    return {
      workspaces,
      running,
      waiting,
      full,
      oldestReceivedAtMs: arrivals.length === 0 ? null : Math.min(...arrivals),
      archiveLagMs: Math.max(0, now() - Math.min(...ends) - archiveAfterHours * hourMs),
    };
  };

  async function ofWorkspace(id: string) {
    // A claim whose lease is over is not being processed.
    const [deliveryIds, waits, own, [unarchived]] = await Promise.all([
      redis.zRangeByScore(keys.slots(id), now(), '+inf'),
      redis.zCard(keys.waiting(id)),
      ownLimitsOf(redis, id),
      redis.zRangeWithScores(keys.archiveDue(id), 0, 0),
    ]);
    const stored = await Promise.all(
      deliveryIds.map((deliveryId) => redis.hGet(keys.run(id, deliveryId), 'receivedAt')),
    );
    return {
      taken: deliveryIds.length,
      slots: own.concurrentDeliveries ?? limits.concurrentDeliveries,
      waits,
      receivedAtMs: stored.flatMap((text) => epochMs.safeDecode(text ?? '').data ?? []),
      endedAtMs: unarchived === undefined ? [] : [unarchived.score],
    };
  }
}
