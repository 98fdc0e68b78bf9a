import { ToolError } from '@reveille/tools';
import { DomainError } from '../../domain/domain-error.ts';
import type { WorkLimits } from '../limits.ts';

function overTime(timeoutMs: number): ToolError {
  return new ToolError('TOOL_LIMIT_EXCEEDED', `The tool did not finish within ${timeoutMs / 1000} seconds.`);
}

/** Far above what loading takes on a machine that is short of time. */
const loadingMsMax = 30_000;

/** Not the fault of the call, which may be short. */
const overLoading = () =>
  new DomainError('INTERNAL_ERROR', 'The tool could not be loaded in time.', {
    hint: 'Send the same request again in a few seconds.',
  });

/** Not the fault of the call either. */
const overElapsed = () =>
  new DomainError('INTERNAL_ERROR', 'The tool got too little processor time.', {
    hint: 'Send the same request again in a few seconds.',
  });

interface Job extends PromiseWithResolvers<string> {
  /** Where processor time is what counts. */
  readonly watch: { readonly startedAt: number; readonly usedBefore: Promise<number> } | undefined;
}

interface JobThread {
  /** Milliseconds of processor time so far. Rejects where the thread has ended. */
  readonly usedMs: () => Promise<number>;
  readonly end: () => void;
}

/** The job of a thread. One timer serves all jobs: each puts it off, and between jobs it finds nothing to end. */
export function createCurrentJob({ timeoutMs, elapsedMsMax = timeoutMs }: WorkLimits, thread: JobThread) {
  let current: Job | undefined;
  let timer: NodeJS.Timeout | undefined;
  let loadingTimer: NodeJS.Timeout | undefined;
  let lateTimer: NodeJS.Timeout | undefined;

  /** The job, which is no longer current: the caller settles it. */
  function take(): PromiseWithResolvers<string> | undefined {
    const job = current;
    current = undefined;
    return job;
  }

  function endJob(error: Error): void {
    const job = take();
    if (job === undefined) return;
    job.reject(error);
    thread.end();
  }

  function endLateJob(): void {
    if (loadingTimer !== undefined || current === undefined) return;
    if (current.watch === undefined) endJob(overTime(timeoutMs));
    // Of a thread that ends meanwhile the job is ended by that.
    else void checkLateJob(current, current.watch).catch(() => undefined);
  }

  async function checkLateJob(job: Job, watch: NonNullable<Job['watch']>): Promise<void> {
    const used = (await thread.usedMs()) - (await watch.usedBefore);
    const elapsed = performance.now() - watch.startedAt;
    if (current !== job) return;
    if (used >= timeoutMs) endJob(overTime(timeoutMs));
    else if (elapsed >= elapsedMsMax) endJob(overElapsed());
    else lateTimer = setTimeout(endLateJob, Math.ceil(Math.min(timeoutMs - used, elapsedMsMax - elapsed)));
  }

  function beginLoading(): void {
    loadingTimer ??= setTimeout(() => endJob(overLoading()), loadingMsMax);
  }

  function endLoading(): void {
    clearTimeout(loadingTimer);
    loadingTimer = undefined;
    timer?.refresh();
  }

  function stopTimers(): void {
    for (const one of [timer, loadingTimer, lateTimer]) clearTimeout(one);
  }

  function begin(): Promise<string> {
    clearTimeout(lateTimer);
    const watch =
      elapsedMsMax > timeoutMs ? { startedAt: performance.now(), usedBefore: usedSoFar() } : undefined;
    current = { ...Promise.withResolvers<string>(), watch };
    timer = timer?.refresh() ?? setTimeout(endLateJob, timeoutMs);
    return current.promise;
  }

  function usedSoFar(): Promise<number> {
    const used = thread.usedMs();
    used.catch(() => undefined);
    return used;
  }

  return { begin, take, beginLoading, endLoading, stopTimers };
}
