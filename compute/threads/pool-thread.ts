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

/**
 * A thread with its own heap and an empty environment: no cache of compiled code either, which a thread would write
 * while it is ended for want of memory.
 */
function startWorker({ program, memoryBytesMax, isBackground }: ThreadOptions): Worker {
  return new Worker(program, {
    workerData: { isBackground },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryBytesMax / 2 ** 20, maxYoungGenerationSizeMb: 32 },
  });
}

/** The job of a thread. One timer serves all jobs: each puts it off, and between jobs it finds nothing to end. */
function createCurrentJob(timeoutMs: number, endThread: () => void) {
  let current: PromiseWithResolvers<string> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** The job, which is no longer current: the caller settles it. */
  function take(): PromiseWithResolvers<string> | undefined {
    const job = current;
    current = undefined;
    return job;
  }

  function endLateJob(): void {
    const job = take();
    if (job === undefined) return;
    job.reject(overTime(timeoutMs));
    endThread();
  }

  function begin(): Promise<string> {
    current = Promise.withResolvers<string>();
    timer = timer?.refresh() ?? setTimeout(endLateJob, timeoutMs);
    return current.promise;
  }

  return { begin, take, stopTimer: () => clearTimeout(timer) };
}

export function createPoolThread(options: ThreadOptions): PoolThread {
  const worker = startWorker(options);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const job = createCurrentJob(options.timeoutMs, () => void end());
  let isReady = false;
  let isEnding = false;

  function fail(error: unknown): void {
    isEnding = true;
    job.stopTimer();
    ready.reject(error);
    job.take()?.reject(asLimit(error));
  }

  worker.on('message', (message: ThreadMessage) => {
    if (message.kind === 'ready') {
      isReady = true;
      ready.resolve();
    } else if (message.kind === 'done') job.take()?.resolve(message.result);
    else job.take()?.reject(toError(message.failure));
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
    job.stopTimer();
    await worker.terminate();
  }

  function run(call: object): Promise<string> {
    worker.postMessage(call);
    return job.begin();
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
