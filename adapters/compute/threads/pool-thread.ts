import { Worker } from 'node:worker_threads';
import { ToolError } from '@reveille/tools';
import type { WorkLimits } from '../limits.ts';
import { createCurrentJob } from './current-job.ts';
import { toError, type Failure } from './failure.ts';

export type JobEnd =
  | { readonly kind: 'done'; readonly result: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

export type ThreadMessage =
  | { readonly kind: 'ready' }
  /** The job waits for a library: its time limit does not count until it is loaded. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded' }
  /** `isGrown`: so much memory is left in the thread that it is ended, and its next job has a new one. */
  | (JobEnd & { readonly isGrown: boolean });

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
  /** The program of the thread; it calls `serveJobs`. */
  readonly program: URL;
  /** Runs at a lower priority than the server and the other threads. */
  readonly isBackground: boolean;
  /** Replaces the time without a job after which the thread is ended. */
  readonly idleMs?: number;
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

async function processorMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1_000;
}

function settle(job: PromiseWithResolvers<string> | undefined, end: JobEnd): void {
  if (end.kind === 'done') job?.resolve(end.result);
  else job?.reject(toError(end.failure));
}

export function createPoolThread(options: ThreadOptions): PoolThread {
  const worker = startWorker(options);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const job = createCurrentJob(options, {
    usedMs: () => processorMs(worker),
    end: () => void end(),
  });
  let isReady = false;
  let isEnding = false;

  function fail(error: unknown): void {
    isEnding = true;
    job.stopTimers();
    ready.reject(error);
    job.take()?.reject(asLimit(error));
  }

  worker.on('message', (message: ThreadMessage) => {
    if (message.kind === 'ready') {
      isReady = true;
      ready.resolve();
    } else if (message.kind === 'loading') job.beginLoading();
    else if (message.kind === 'loaded') job.endLoading();
    else settle(job.take(), message);
    if ('isGrown' in message && message.isGrown) void end();
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
    job.stopTimers();
    await worker.terminate();
  }

  function run(call: object): Promise<string> {
    const result = job.begin();
    worker.postMessage(call);
    return result;
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
