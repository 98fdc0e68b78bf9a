/** A signal that aborts at the end of its time, or as soon as another one does. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Dispose of it when the work is done. `AbortSignal.timeout` and `any` would do, but they live on until their time is
 * up, and with many requests a second that is a lot for the garbage collector to follow.
 */
export function createDeadline(timeoutMs: number, other?: AbortSignal): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  if (other?.aborted) abort();
  else other?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      other?.removeEventListener('abort', abort);
    },
  };
}
