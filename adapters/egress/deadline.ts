/** A signal that aborts at the end of its time, or as soon as another one does. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Dispose of it when the work is done. `AbortSignal.any` is no substitute: in Node 24 it can miss the abort of a source
 * that was garbage-collected meanwhile (nodejs/node#65995), and the deadline with it.
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
