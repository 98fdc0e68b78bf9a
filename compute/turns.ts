import { createFairQueue } from './fair-queue.ts';
import type { QueueLimits } from './limits.ts';

/** A fixed number of slots, at which callers take turns. */
export interface Turns<Slot> {
  /**
   * Waits for a free slot; give it back with `release`. Rejects with `busy()` when the wait takes too long or too many
   * wait, and with the signal's reason when aborted.
   */
  readonly take: (caller: string, signal?: AbortSignal) => Promise<Slot>;
  readonly release: (slot: Slot) => void;
  /** Rejects whoever waits, and everyone who comes later. */
  readonly close: (error: Error) => void;
}

interface TurnOptions<Slot> extends QueueLimits {
  readonly slots: readonly Slot[];
  readonly busy: () => Error;
}

export function createTurns<Slot>({ slots, waitMsMax, waitingMax, busy }: TurnOptions<Slot>): Turns<Slot> {
  const free = [...slots];
  const queue = createFairQueue<PromiseWithResolvers<Slot>>();
  let closedBy: Error | undefined;

  async function wait(caller: string, signal: AbortSignal | undefined): Promise<Slot> {
    const turn = Promise.withResolvers<Slot>();
    const tooLong = AbortSignal.timeout(waitMsMax);
    const ends = signal === undefined ? tooLong : AbortSignal.any([signal, tooLong]);
    const leave = () => {
      if (queue.remove(caller, turn)) turn.reject(signal?.aborted === true ? signal.reason : busy());
    };
    ends.addEventListener('abort', leave);
    queue.push(caller, turn);
    if (queue.size() > waitingMax) queue.dropFromLongest()?.reject(busy());
    try {
      return await turn.promise;
    } finally {
      ends.removeEventListener('abort', leave);
    }
  }

  return {
    async take(caller, signal) {
      signal?.throwIfAborted();
      if (closedBy !== undefined) throw closedBy;
      return free.shift() ?? (await wait(caller, signal));
    },
    release(slot) {
      const next = queue.shift();
      if (next === undefined) free.push(slot);
      else next.resolve(slot);
    },
    close(error) {
      closedBy = error;
      for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) turn.reject(error);
    },
  };
}
