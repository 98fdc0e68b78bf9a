import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { ToolError } from '@reveille/tools';
import type { WorkLimits } from '../limits.ts';
import { toError, type Failure } from './failure.ts';

export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface PoolThread {
  /** Resolves when the thread can take calls, rejects when it cannot start. */
  readonly ready: Promise<void>;
  /** Resolves when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** True once the thread is ready, until termination is requested; it may run on after that. */
  readonly isReady: () => boolean;
  /** False as soon as termination is requested. */
  readonly canWork: () => boolean;
  /** One job at a time, of plain data. A job that breaches a limit ends the thread. */
  readonly run: (job: object) => Promise<string>;
  readonly end: () => Promise<void>;
}

export interface ThreadOptions extends WorkLimits {
  /** What the thread runs; it calls `serveJobs`. */
  readonly program: URL;
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

/** Threads use the cache of compiled code that the process uses, which halves their start. */
function compileCache(): NodeJS.ProcessEnv {
  // The folder of this version of Node, in the folder that the variable names.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}

/** A thread with its own heap and an empty environment, apart from the cache. */
function startWorker({ program, memoryBytesMax, isBackground }: ThreadOptions): Worker {
  return new Worker(program, {
    workerData: { isBackground },
    execArgv: [],
    env: compileCache(),
    resourceLimits: { maxOldGenerationSizeMb: memoryBytesMax / 2 ** 20, maxYoungGenerationSizeMb: 32 },
  });
}

export function createPoolThread(options: ThreadOptions): PoolThread {
  const worker = startWorker(options);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let current: PromiseWithResolvers<string> | undefined;
  let isReady = false;
  let isEnding = false;

  function fail(error: unknown): void {
    isEnding = true;
    ready.reject(error);
    current?.reject(asLimit(error));
  }

  worker.on('message', (message: ThreadMessage) => {
    if (message.kind === 'ready') {
      isReady = true;
      ready.resolve();
    } else if (message.kind === 'done') current?.resolve(message.result);
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

  async function run(job: object): Promise<string> {
    current = Promise.withResolvers<string>();
    const { promise, reject } = current;
    const timer = setTimeout(() => {
      reject(overTime(options.timeoutMs));
      void end();
    }, options.timeoutMs);
    worker.postMessage(job);
    return promise.finally(() => clearTimeout(timer));
  }

  return {
    ready: ready.promise,
    ended: ended.promise,
    isReady: () => isReady && !isEnding,
    canWork: () => !isEnding,
    run,
    end,
  };
}
