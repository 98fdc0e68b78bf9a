import { ToolError } from '@reveille/tools';
import { createFairQueue } from '../fair-queue.ts';
import { createPoolThread, type PoolThread, type ToolCall } from './pool-thread.ts';

export interface LaneOptions {
  readonly threads: number;
  readonly timeoutMs: number;
  readonly heapMegabytes: number;
  /** How long a call may wait for a thread. */
  readonly waitMsMax: number;
  /** How many calls may wait. */
  readonly waitingMax: number;
  readonly isBackground: boolean;
}

export interface Lane {
  /** Callers take turns; none holds the last free thread of a lane while it holds all others. */
  readonly run: (call: ToolCall, caller: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** The caller of calls that nobody tells apart; they may hold every thread. */
export const anyone = '';

interface Job {
  readonly call: ToolCall;
  readonly caller: string;
  readonly settle: PromiseWithResolvers<string>;
  readonly timer: NodeJS.Timeout;
}

function busy(): ToolError {
  return new ToolError('TOOL_LIMIT_EXCEEDED', 'The tools are busy with long calls at the moment.', {
    hint: 'Send the same request again in a few seconds, or send a shorter text.',
  });
}

/** Long-lived threads with one queue. A thread that breaches a limit is replaced. */
export function createLane(options: LaneOptions): Lane {
  const queue = createFairQueue<Job>();
  const alive = new Set<PoolThread>();
  /** Told to end, but not gone: nothing can interrupt the engine inside a single long operation. */
  const ending = new Set<PoolThread>();
  const idle: PoolThread[] = [];
  const running = new Map<string, number>();
  const callerThreadsMax = Math.max(1, options.threads - 1);
  let busyThreads = 0;
  let isClosed = false;

  function start(): void {
    const thread = createPoolThread(options);
    alive.add(thread);
    let hasStarted = false;
    thread.ready.then(
      () => {
        hasStarted = true;
        release(thread);
      },
      (error: unknown) => refuseWaiting(error),
    );
    void thread.ended.then(() => {
      alive.delete(thread);
      ending.delete(thread);
      const index = idle.indexOf(thread);
      if (index !== -1) idle.splice(index, 1);
      // A thread that never came up would fail again at once: the next call tries.
      if (hasStarted) grow();
    });
  }

  /** As many threads as there are calls, at least one; they stay. */
  function grow(): void {
    const wanted = Math.min(options.threads, Math.max(1, busyThreads + queue.size()));
    const room = 2 * options.threads - ending.size;
    while (!isClosed && alive.size < Math.min(wanted, room)) start();
  }

  function release(thread: PoolThread): void {
    if (thread.canWork()) idle.push(thread);
    else if (alive.delete(thread)) ending.add(thread);
    dispatch();
    grow();
  }

  function refuseWaiting(error: unknown): void {
    for (let job = queue.shift(() => true); job !== undefined; job = queue.shift(() => true)) {
      clearTimeout(job.timer);
      job.settle.reject(error);
    }
  }

  function dispatch(): void {
    while (idle.length > 0) {
      const job = queue.shift((caller) => caller === anyone || (running.get(caller) ?? 0) < callerThreadsMax);
      const thread = job && idle.pop();
      if (job === undefined || thread === undefined) return;
      clearTimeout(job.timer);
      void carryOut(job, thread);
    }
  }

  async function carryOut({ call, caller, settle }: Job, thread: PoolThread): Promise<void> {
    running.set(caller, (running.get(caller) ?? 0) + 1);
    busyThreads += 1;
    try {
      settle.resolve(await thread.run(call));
    } catch (error) {
      settle.reject(error);
    }
    busyThreads -= 1;
    const left = (running.get(caller) ?? 1) - 1;
    if (left === 0) running.delete(caller);
    else running.set(caller, left);
    release(thread);
  }

  async function run(call: ToolCall, caller: string): Promise<string> {
    if (isClosed) throw new Error('The tool pool is closed.');
    if (queue.size() >= options.waitingMax) throw busy();
    const settle = Promise.withResolvers<string>();
    const timer = setTimeout(() => {
      if (queue.remove(caller, job)) settle.reject(busy());
    }, options.waitMsMax);
    const job: Job = { call, caller, settle, timer };
    queue.push(caller, job);
    dispatch();
    grow();
    return settle.promise;
  }

  async function close(): Promise<void> {
    isClosed = true;
    refuseWaiting(new Error('The tool pool is closed.'));
    await Promise.all([...alive, ...ending].map((thread) => thread.end()));
  }

  grow();
  return { run, close };
}
