import type { Redis } from './connect.ts';
import { keys } from '../records/index.ts';

/** Waits for replicas, so that what is answered survives the loss of the primary. */
export interface Replication {
  /** Resolves when what was written before the call has reached as many replicas as are demanded; rejects otherwise. */
  readonly reached: () => Promise<void>;
}

/** A wait longer than this leaves a sender too little time. */
const waitMs = 1_000;
const markSeconds = 60;

/**
 * `redis` is a connection for nothing else, because WAIT holds up what comes behind it; without one nothing is waited for. All who wait at the same moment share one
 * WAIT; one that is under way may have begun before the write of a new caller, who joins the next.
 */
export function createReplication({
  redis,
  replicasMin,
}: {
  redis: Redis | undefined;
  replicasMin: number;
}): Replication {
  if (redis === undefined) return { reached: () => Promise.resolve() };
  const connection = redis;
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  function reached(): Promise<void> {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = null;
        current = wait();
        return current;
      });
    return next;
  }

  /** The mark is written after everything that it stands for, and replicas take writes in their order. */
  async function wait(): Promise<void> {
    const mark = connection.set(keys.replicationMark(), '', {
      expiration: { type: 'EX', value: markSeconds },
    });
    const [, replicas] = await Promise.all([mark, connection.wait(replicasMin, waitMs)]);
    if (replicas < replicasMin)
      throw new Error(`Only ${replicas} of ${replicasMin} replicas took a write within ${waitMs} ms.`);
  }

  return { reached };
}
