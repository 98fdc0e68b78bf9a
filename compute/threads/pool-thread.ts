import { Worker } from 'node:worker_threads';
import { ToolError } from '@reveille/tools';
import { toError, type Failure } from './failure.ts';

export interface ToolCall {
  readonly toolId: string;
  readonly params: unknown;
}

export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface PoolThread {
  /** Resolves when the thread can take calls, rejects when it cannot start. */
  readonly ready: Promise<void>;
  /** Resolves when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** False as soon as the thread is to end, which takes a moment. */
  readonly canWork: () => boolean;
  /** One call at a time. A call that breaches a limit ends the thread. */
  readonly run: (call: ToolCall) => Promise<string>;
  readonly end: () => Promise<void>;
}

interface ThreadOptions {
  readonly timeoutMs: number;
  readonly heapMegabytes: number;
  /** Works behind the threads and the server that are not in the background. */
  readonly isBackground: boolean;
}

function overTime(timeoutMs: number): ToolError {
  return new ToolError('TOOL_LIMIT_EXCEEDED', `The tool did not finish within ${timeoutMs / 1000} seconds.`);
}

function asLimit(error: unknown): unknown {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? new ToolError('TOOL_LIMIT_EXCEEDED', 'The tool needed too much memory.') : error;
}

/** A worker thread with the whole catalogue loaded, a heap of its own and no environment. */
export function createPoolThread({ timeoutMs, heapMegabytes, isBackground }: ThreadOptions): PoolThread {
  const worker = new Worker(new URL('./pool-worker.ts', import.meta.url), {
    workerData: { isBackground },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32 },
  });
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let current: PromiseWithResolvers<string> | undefined;
  let isEnding = false;

  worker.on('message', (message: ThreadMessage) => {
    switch (message.kind) {
      case 'ready':
        return ready.resolve();
      case 'done':
        return current?.resolve(message.result);
      case 'failed':
        return current?.reject(toError(message.failure));
    }
  });
  worker.on('error', (error) => {
    isEnding = true;
    ready.reject(error);
    current?.reject(asLimit(error));
  });
  worker.on('exit', () => {
    isEnding = true;
    const error = new Error('The tool thread has ended.');
    ready.reject(error);
    current?.reject(error);
    ended.resolve();
  });
  // The pool listens to `ready` and `ended`; a thread that dies during close has nobody to tell.
  ready.promise.catch(() => undefined);

  async function end(): Promise<void> {
    isEnding = true;
    await worker.terminate();
  }

  async function run(call: ToolCall): Promise<string> {
    current = Promise.withResolvers<string>();
    const { promise, reject } = current;
    const timer = setTimeout(() => {
      reject(overTime(timeoutMs));
      void end();
    }, timeoutMs);
    try {
      worker.postMessage(call);
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  return { ready: ready.promise, ended: ended.promise, canWork: () => !isEnding, run, end };
}
