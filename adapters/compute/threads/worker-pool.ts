import { DomainError } from '#domain/domain-error.ts';
import type { QueueLimits } from '../limits.ts';
import { createTurns } from '../turns.ts';
import type { ThreadOptions } from './pool-thread.ts';
import { createThreadSlot } from './thread-slot.ts';

export interface WorkerPoolOptions extends ThreadOptions, QueueLimits {
  readonly threads: number;
}

export interface WorkerPool {
  /** Starts one thread in advance, and again when it was ended for want of calls; otherwise the first call does. */
  readonly warmUp: () => void;
  /** Callers take turns; no caller can occupy all threads. */
  readonly run: (job: object, caller: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Not the fault of this call, which may be short: the calls of others fill the threads. */
const busy = () =>
  new DomainError('INTERNAL_ERROR', 'The tools are busy with long calls at the moment.', {
    hint: 'Send the same request again in a few seconds.',
  });

const closed = () => new Error('The tool pool is closed.');

/** Long-lived threads, each started by the first call that finds no other free. A thread that exceeds a limit is replaced. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const slots = Array.from({ length: options.threads }, () => createThreadSlot(options));
  const { waitMsMax, waitingMax } = options;
  const callerSlotsMax = Math.max(1, options.threads - 1);
  const turns = createTurns({ slots, callerSlotsMax, waitMsMax, waitingMax, busy });
  let isClosed = false;

  /** If a thread cannot start, the next call retries and reports the error. */
  const prepare = (slot: (typeof slots)[number] | undefined) => slot?.prepare().catch(() => undefined);

  async function run(job: object, caller: string): Promise<string> {
    const { slot, release } = await turns.take(caller);
    try {
      return await slot.run(job);
    } catch (error) {
      throw isClosed ? closed() : error;
    } finally {
      // Release only after the replacement is ready.
      if (slot.isReady()) release();
      else if (!isClosed) void prepare(slot)?.then(release);
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    turns.close(closed());
    await Promise.all(slots.map((slot) => slot.close()));
  }

  return { warmUp: () => void slots[0]?.keepReady().catch(() => undefined), run, close };
}
