import { DomainError } from '#domain/domain-error.ts';
import type { WorkLimits } from '../limits.ts';
import { overTime, type TimeCheck, watchProcessorTime } from './time-limit.ts';

/** Far above what loading takes on a machine that is short of time. */
const loadingMsMax = 30_000;

/** Not the fault of the call, which may be short. */
const overLoading = () =>
  new DomainError('INTERNAL_ERROR', 'The tool could not be loaded in time.', {
    hint: 'Send the same request again in a few seconds.',
  });

interface Job extends PromiseWithResolvers<string> {
  /** Set if processor time is the limit. */
  readonly checkTime: (() => Promise<TimeCheck>) | undefined;
}

interface JobThread {
  /** Milliseconds of processor time so far. Rejects where the thread has ended. */
  readonly usedMs: () => Promise<number>;
  readonly end: () => void;
}

/** The job of a thread. One timer serves all jobs: each puts it off, and between jobs it finds nothing to end. */
export function createCurrentJob(limits: WorkLimits, thread: JobThread) {
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
    if (current.checkTime === undefined) endJob(overTime(limits.timeoutMs));
    // If the thread ends meanwhile, the job ends with it.
    else void checkLateJob(current, current.checkTime).catch(() => undefined);
  }

  async function checkLateJob(job: Job, checkTime: () => Promise<TimeCheck>): Promise<void> {
    const checked = await checkTime();
    if (current !== job) return;
    if ('error' in checked) endJob(checked.error);
    else lateTimer = setTimeout(endLateJob, checked.leftMs);
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
    current = {
      ...Promise.withResolvers<string>(),
      checkTime: watchProcessorTime(limits, thread.usedMs),
    };
    timer = timer?.refresh() ?? setTimeout(endLateJob, limits.timeoutMs);
    return current.promise;
  }

  return { begin, take, beginLoading, endLoading, stopTimers };
}
