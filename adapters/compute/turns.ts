import { ANONYMOUS, createFairQueue } from './fair-queue.ts';
import type { QueueLimits } from './limits.ts';

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

interface Turn<Slot> {
  readonly caller: string;
  readonly lease: Promise<Lease<Slot>>;
  readonly grant: (lease: Lease<Slot>) => void;
  readonly refuse: (error: unknown) => void;
}

interface WaitOptions {
  readonly waitMsMax: number;
  readonly signal: AbortSignal | undefined;
  readonly busy: () => Error;
  /** Takes the turn out of the queue when the wait is too long or aborted. */
  readonly leave: () => void;
}

/** The wait begins now. A timer costs far less than `AbortSignal.timeout`. */
function startTurn<Slot>(caller: string, { waitMsMax, signal, busy, leave }: WaitOptions): Turn<Slot> {
  const { promise, resolve, reject } = Promise.withResolvers<Lease<Slot>>();
  const timer = setTimeout(() => giveUp(busy()), waitMsMax);
  const onAbort = () => giveUp(signal?.reason);
  signal?.addEventListener('abort', onAbort);

  function stopWaiting(): void {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }

  function giveUp(error: unknown): void {
    leave();
    refuse(error);
  }

  function refuse(error: unknown): void {
    stopWaiting();
    reject(error);
  }

  function grant(lease: Lease<Slot>): void {
    stopWaiting();
    resolve(lease);
  }

  return { caller, lease: promise, grant, refuse };
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
      turn.grant(lease(slot, turn.caller));
    }
  }

  async function take(caller: string, signal?: AbortSignal): Promise<Lease<Slot>> {
    signal?.throwIfAborted();
    if (closedBy !== undefined) throw closedBy;
    const unclaimed = queue.size() === 0 && mayGo(caller) ? free.shift() : undefined;
    if (unclaimed !== undefined) return lease(unclaimed, caller);
    const leave = () => queue.remove(caller, turn);
    const turn = startTurn<Slot>(caller, { waitMsMax, signal, busy, leave });
    queue.push(caller, turn);
    dispatch();
    if (queue.size() > waitingMax) queue.dropFromLongest()?.refuse(busy());
    return turn.lease;
  }

  function close(error: Error): void {
    closedBy = error;
    for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) turn.refuse(error);
  }

  return { take, close };
}
