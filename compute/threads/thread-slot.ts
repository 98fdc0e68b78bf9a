import { createPoolThread, type PoolThread, type ThreadOptions, type ToolCall } from './pool-thread.ts';

/** Room for one thread at a time, which is replaced when it has breached a limit. */
export interface ThreadSlot {
  /** Starts the thread, if there is none that can work. Rejects when it cannot start. */
  readonly prepare: () => Promise<void>;
  readonly run: (call: ToolCall) => Promise<string>;
  readonly close: () => Promise<void>;
}

export function createThreadSlot(options: ThreadOptions): ThreadSlot {
  let current: PoolThread | undefined;
  /** Nothing can interrupt the engine inside a single long operation: a thread may end long after it was told to. */
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
    async prepare() {
      await living();
    },
    run: async (call) => (await living()).run(call),
    async close() {
      isClosed = true;
      await Promise.all([current?.end(), ending?.end()]);
    },
  };
}
