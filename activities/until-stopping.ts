import { activityInfo, cancellationDetails, cancellationSignal } from '@temporalio/activity';

/**
 * Temporal cancels remote activities when their worker stops, but not local ones: those are cut off by `stopping`. The
 * signal that `work` gets aborts in either case.
 */
export async function untilStopping<T>(
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const cancelled = cancellationSignal();
  if (!activityInfo().isLocal) return await work(cancelled);
  const controller = new AbortController();
  const signals = [cancelled, stopping];
  const abort = () => controller.abort(signals.find(({ aborted }) => aborted)?.reason);
  if (signals.some(({ aborted }) => aborted)) abort();
  for (const signal of signals) signal.addEventListener('abort', abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  }
}

/**
 * The worker stops, or Temporal gave the activity to another one. If an operator cancelled the run nothing continues it:
 * the record shows the result of the request.
 */
export const isCutOff = (stopping: AbortSignal): boolean =>
  activityInfo().isLocal
    ? stopping.aborted
    : cancellationSignal().aborted && cancellationDetails()?.cancelRequested !== true;
