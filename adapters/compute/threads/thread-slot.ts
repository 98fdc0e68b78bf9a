import { createPoolThread, type PoolThread, type ThreadOptions } from './pool-thread.ts';

/** Holds one thread, which is replaced after it exceeds a limit. */
export interface ThreadSlot {
  /** Whether the next call needs to wait for no thread. */
  readonly isReady: () => boolean;
  /** Starts a thread unless a usable one exists. Rejects when it cannot start. */
  readonly prepare: () => Promise<void>;
  readonly run: (job: object) => Promise<string>;
  readonly close: () => Promise<void>;
}

export function createThreadSlot(options: ThreadOptions): ThreadSlot {
  let current: PoolThread | undefined;
  /** The engine cannot be interrupted inside a single long operation, so a thread may end long after `terminate`. */
  let ending: PoolThread | undefined;
  let isClosed = false;

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

  return {
    isReady: () => current?.isReady() === true,
    async prepare() {
      await living();
    },
    run: async (job) => (current?.isReady() === true ? current : await living()).run(job),
    async close() {
      isClosed = true;
      await Promise.all([current?.end(), ending?.end()]);
    },
  };
}
