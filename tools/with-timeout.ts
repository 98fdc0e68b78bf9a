/** Runs work that should stop at its signal, and does not wait for work that ignores it. Throws a TimeoutError. */
export async function withTimeout<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([work(signal), late]);
  } catch (error) {
    // What the work throws on being stopped differs from provider to provider.
    throw signal.aborted ? signal.reason : error;
  }
}
