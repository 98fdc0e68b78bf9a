import { ANONYMOUS, createFairQueue } from './fair-queue.ts';
import type { QueueLimits } from './limits.ts';

/** Exclusive use of a slot. */
interface Lease<Slot> {
  readonly slot: Slot;
  /** Releases the slot; must be called exactly once. */
  readonly release: () => void;
}

/** A fixed number of slots, shared fairly between callers. */
export interface Turns<Slot> {
  /**
   * Waits for a free slot. Rejects with `busy()` when the wait is too long or the queue is full, and with the signal's
   * reason when aborted.
   */
  readonly take: (caller: string, signal?: AbortSignal) => Promise<Lease<Slot>>;
  /** Rejects all waiting and later callers. */
  readonly close: (error: Error) => void;
}

interface TurnOptions<Slot> extends QueueLimits {
  readonly slots: readonly Slot[];
  /** How many slots one caller may hold at a time; absent: all. */
  readonly callerSlotsMax?: number;
  readonly busy: () => Error;
}

interface Turn<Slot> extends PromiseWithResolvers<Lease<Slot>> {
  readonly caller: string;
}

/** A signal that ends the wait, by abort or timeout, and the error for it. */
function endOfWait(waitMsMax: number, signal: AbortSignal | undefined, busy: () => Error) {
  const tooLong = AbortSignal.timeout(waitMsMax);
  return {
    signal: signal === undefined ? tooLong : AbortSignal.any([signal, tooLong]),
    error: (): unknown => (signal?.aborted === true ? signal.reason : busy()),
  };
}

export function createTurns<Slot>(options: TurnOptions<Slot>): Turns<Slot> {
  const { slots, callerSlotsMax = slots.length, waitMsMax, waitingMax, busy } = options;
  const free = [...slots];
  const held = new Map<string, number>();
  const queue = createFairQueue<Turn<Slot>>();
  let closedBy: Error | undefined;

  const mayGo = (caller: string) => caller === ANONYMOUS || (held.get(caller) ?? 0) < callerSlotsMax;

  function lease(slot: Slot, caller: string): Lease<Slot> {
    held.set(caller, (held.get(caller) ?? 0) + 1);
    return {
      slot,
      release() {
        const left = (held.get(caller) ?? 1) - 1;
        if (left === 0) held.delete(caller);
        else held.set(caller, left);
        // LIFO: reuse the last slot, so that unused slots need not be started.
        free.unshift(slot);
        dispatch();
      },
    };
  }

  function dispatch(): void {
    for (let slot = free[0]; slot !== undefined; slot = free[0]) {
      const turn = queue.shift(mayGo);
      if (turn === undefined) return;
      free.shift();
      turn.resolve(lease(slot, turn.caller));
    }
  }

  async function take(caller: string, signal?: AbortSignal): Promise<Lease<Slot>> {
    signal?.throwIfAborted();
    if (closedBy !== undefined) throw closedBy;
    const turn: Turn<Slot> = { caller, ...Promise.withResolvers<Lease<Slot>>() };
    queue.push(caller, turn);
    dispatch();
    if (queue.size() > waitingMax) queue.dropFromLongest()?.reject(busy());
    const end = endOfWait(waitMsMax, signal, busy);
    const leave = () => {
      if (queue.remove(caller, turn)) turn.reject(end.error());
    };
    end.signal.addEventListener('abort', leave);
    return turn.promise.finally(() => end.signal.removeEventListener('abort', leave));
  }

  function close(error: Error): void {
    closedBy = error;
    for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) turn.reject(error);
  }

  return { take, close };
}
