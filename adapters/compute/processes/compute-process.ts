import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { WorkLimits } from '../limits.ts';
import { forkOptions, type ProcessRights } from './fork-options.ts';
import { residentBytes } from './resident-bytes.ts';

type DeathReason = 'time' | 'memory' | 'aborted' | 'died';

/** How a job in a process ended. After `killed` the process is gone. */
export type WorkEnd =
  | { readonly status: 'answered'; readonly message: unknown }
  | { readonly status: 'killed'; readonly reason: DeathReason };

export interface ComputeProcess {
  readonly pid: number;
  readonly hasExited: () => boolean;
  /** One job at a time; the process is killed when it breaches a limit or the signal is aborted. */
  readonly run: (job: object, limits: WorkLimits, signal?: AbortSignal) => Promise<WorkEnd>;
  readonly kill: () => Promise<void>;
}

/** Outside Linux each memory check spawns a program. */
const watchEveryMs = process.platform === 'linux' ? 25 : 250;
const startTimeoutMs = 30_000;

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function kill(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Waits for the first message, which reports that the process is ready. */
async function ready(child: ChildProcess): Promise<number> {
  const signal = AbortSignal.timeout(startTimeoutMs);
  const exited = once(child, 'exit', { signal }).then(() => {
    throw new Error('A compute process ended while it started.');
  });
  // Still pending after the race; a later exit is handled elsewhere.
  exited.catch(() => undefined);
  await Promise.race([once(child, 'message', { signal }), exited]);
  if (child.pid === undefined) throw new Error('A compute process did not start.');
  return child.pid;
}

/** Calls `onEnd` when the time of a job is over. Returns a function that ends the watch. */
function watchTime(pid: number, { timeoutMs, elapsedMsMax = timeoutMs }: WorkLimits, onEnd: () => void) {
  const startedAt = performance.now();
  const usedBefore = elapsedMsMax > timeoutMs ? processorMs(pid) : undefined;

  function check(): void {
    const elapsed = performance.now() - startedAt;
    const used = usedBefore === undefined ? elapsed : (processorMs(pid) ?? Infinity) - usedBefore;
    const leftMs = Math.min(timeoutMs - used, elapsedMsMax - elapsed);
    if (leftMs > 0) timer = setTimeout(check, leftMs);
    else onEnd();
  }

  let timer = setTimeout(check, timeoutMs);
  return () => clearTimeout(timer);
}

/** Kills the child when it exceeds a limit or the signal aborts; then provides the reason. */
function watch(child: ChildProcess, pid: number, limits: WorkLimits, signal: AbortSignal | undefined) {
  let reason: DeathReason | undefined;
  const killFor = (why: DeathReason) => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const onAbort = () => killFor('aborted');
  const stopTimer = watchTime(pid, limits, () => killFor('time'));
  const watcher = setInterval(() => {
    void residentBytes(pid).then((bytes = 0) => {
      if (bytes > limits.memoryBytesMax) killFor('memory');
    });
  }, watchEveryMs);
  signal?.addEventListener('abort', onAbort);
  return {
    hasKilled: () => reason !== undefined,
    reason: () => reason ?? 'died',
    stop() {
      stopTimer();
      clearInterval(watcher);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** Resolves to the next message, or to undefined when the child exits before one. */
function nextMessage(child: ChildProcess) {
  return new Promise<{ readonly message: unknown } | undefined>((resolve) => {
    const onMessage = (message: unknown) => {
      child.off('exit', onExit);
      resolve({ message });
    };
    const onExit = () => {
      child.off('message', onMessage);
      resolve(undefined);
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}

/** Has the kernel end this process when memory runs out: its job is refused, and the process that serves all lives on. */
function endFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Not on Linux, or it has just ended.
  }
}

/** Starts a process and resolves when it is ready for work. */
export async function startComputeProcess(entry: URL, rights: ProcessRights): Promise<ComputeProcess> {
  const child = fork(entry, [], forkOptions(rights));
  // Sending to a process that has just died; `exit` reports its end.
  child.on('error', () => undefined);
  const pid = await ready(child).catch(async (error: unknown) => {
    await kill(child);
    throw error;
  });
  endFirst(pid);
  return {
    pid,
    hasExited: () => hasExited(child),
    async run(job, limits, signal) {
      if (hasExited(child)) return { status: 'killed', reason: 'died' };
      const watcher = watch(child, pid, limits, signal);
      try {
        const next = nextMessage(child);
        child.send(job, () => undefined);
        const answer = await next;
        if (answer !== undefined && !watcher.hasKilled()) return { status: 'answered', ...answer };
        // The answer may arrive after the kill and before the end: such a process must not get another job.
        await kill(child);
        return { status: 'killed', reason: watcher.reason() };
      } finally {
        watcher.stop();
      }
    },
    kill: () => kill(child),
  };
}

/** The unit of /proc, which is the same on every platform of Linux that Node supports. */
const tickMs = 10;

/** The processor time that a process has used, its threads included; undefined when it is gone, and outside Linux. */
function processorMs(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in parentheses, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}
