/** Runs work that should stop at its signal, and does not wait for work that ignores it. Throws a TimeoutError. */
export async function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new DOMException('The time is over.', 'TimeoutError');
    controller.abort(error);
    late.reject(error);
  }, timeoutMs);
  try {
    return await Promise.race([work(controller.signal), late.promise]);
  } catch (error) {
    // What the work throws on being stopped differs from provider to provider.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}
