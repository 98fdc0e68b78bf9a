import { Worker } from 'node:worker_threads';
import { ToolError } from '@reveille/tools';
import type { WorkLimits } from '../limits.ts';
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
  /** False as soon as termination is requested; the thread may still be running. */
  readonly canWork: () => boolean;
  /** One call at a time. A call that breaches a limit ends the thread. */
  readonly run: (call: ToolCall) => Promise<string>;
  readonly end: () => Promise<void>;
}

export interface ThreadOptions extends WorkLimits {
  /** Runs at a lower priority than the server and the other threads. */
  readonly isBackground: boolean;
}

function overTime(timeoutMs: number): ToolError {
  return new ToolError('TOOL_LIMIT_EXCEEDED', `The tool did not finish within ${timeoutMs / 1000} seconds.`);
}

function asLimit(error: unknown): unknown {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? new ToolError('TOOL_LIMIT_EXCEEDED', 'The tool needed too much memory.') : error;
}

/** A thread with the whole catalogue loaded, its own heap and no environment. */
function startWorker({ memoryBytesMax, isBackground }: ThreadOptions): Worker {
  return new Worker(new URL('./pool-worker.ts', import.meta.url), {
    workerData: { isBackground },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryBytesMax / 2 ** 20, maxYoungGenerationSizeMb: 32 },
  });
}

export function createPoolThread(options: ThreadOptions): PoolThread {
  const worker = startWorker(options);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let current: PromiseWithResolvers<string> | undefined;
  let isEnding = false;

  function fail(error: unknown): void {
    isEnding = true;
    ready.reject(error);
    current?.reject(asLimit(error));
  }

  worker.on('message', (message: ThreadMessage) => {
    if (message.kind === 'ready') ready.resolve();
    else if (message.kind === 'done') current?.resolve(message.result);
    else current?.reject(toError(message.failure));
  });
  worker.on('error', fail);
  worker.on('exit', () => {
    fail(new Error('The tool thread has ended.'));
    ended.resolve();
  });
  // Prevents an unhandled rejection when the pool is closed before it awaits `ready`.
  ready.promise.catch(() => undefined);

  async function end(): Promise<void> {
    isEnding = true;
    await worker.terminate();
  }

  async function run(call: ToolCall): Promise<string> {
    current = Promise.withResolvers<string>();
    const { promise, reject } = current;
    const timer = setTimeout(() => {
      reject(overTime(options.timeoutMs));
      void end();
    }, options.timeoutMs);
    worker.postMessage(call);
    return promise.finally(() => clearTimeout(timer));
  }

  return { ready: ready.promise, ended: ended.promise, canWork: () => !isEnding, run, end };
}
