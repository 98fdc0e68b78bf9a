import { ToolError } from '@reveille/tools';
import { DomainError } from '../../domain/domain-error.ts';

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

/** The job of a thread. One timer serves all jobs: each puts it off, and between jobs it finds nothing to end. */
export function createCurrentJob(timeoutMs: number, endThread: () => void) {
  let current: PromiseWithResolvers<string> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let loadingTimer: NodeJS.Timeout | undefined;

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
    endThread();
  }

  function endLateJob(): void {
    if (loadingTimer === undefined) endJob(overTime(timeoutMs));
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
    clearTimeout(timer);
    clearTimeout(loadingTimer);
  }

  function begin(): Promise<string> {
    current = Promise.withResolvers<string>();
    timer = timer?.refresh() ?? setTimeout(endLateJob, timeoutMs);
    return current.promise;
  }

  return { begin, take, beginLoading, endLoading, stopTimers };
}
