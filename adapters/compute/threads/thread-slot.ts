import { createPoolThread, type PoolThread, type ThreadOptions } from './pool-thread.ts';

/** A thread keeps the memory that its jobs have taken, so that one without jobs is ended. */
const idleMsMax = 20_000;

/** Holds one thread, which is replaced after it exceeds a limit, and ended when it has long had no job. */
export interface ThreadSlot {
  /** Whether the next call needs to wait for no thread. */
  readonly isReady: () => boolean;
  /** Starts a thread unless a usable one exists. Rejects when it cannot start. */
  readonly prepare: () => Promise<void>;
  /** The same, and a thread that is ended for want of jobs is replaced at once from then on. */
  readonly keepReady: () => Promise<void>;
  readonly run: (job: object) => Promise<string>;
  readonly close: () => Promise<void>;
}

export function createThreadSlot({ idleMs = idleMsMax, ...options }: ThreadOptions): ThreadSlot {
  let current: PoolThread | undefined;
  /** The engine cannot be interrupted inside a single long operation, so a thread may end long after `terminate`. */
  let ending: PoolThread | undefined;
  let isClosed = false;
  let isKeptReady = false;
  let rest: NodeJS.Timeout | undefined;

  async function living(): Promise<PoolThread> {
    if (current?.canWork() !== true) {
      await ending?.ended;
      if (isClosed) throw new Error('The tool thread is closed.');
      ending = current;
      current = createPoolThread(options);
    }
    await current.ready;
    return current;
  }

  async function endIdle(): Promise<void> {
    await current?.end();
    if (isKeptReady && !isClosed) await living();
  }

  async function run(job: object): Promise<string> {
    clearTimeout(rest);
    try {
      return await (current?.isReady() === true ? current : await living()).run(job);
    } finally {
      if (!isClosed) rest = setTimeout(() => void endIdle().catch(() => undefined), idleMs).unref();
    }
  }

  return {
    isReady: () => current?.isReady() === true,
    async prepare() {
      await living();
    },
    async keepReady() {
      isKeptReady = true;
      await living();
    },
    run,
    async close() {
      isClosed = true;
      clearTimeout(rest);
      await Promise.all([current?.end(), ending?.end()]);
    },
  };
}
