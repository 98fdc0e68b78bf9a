/** Runs abortable work; does not wait for work that ignores the signal. Throws a TimeoutError. */
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
    // The error thrown on abort differs between providers.
    throw signal.aborted ? signal.reason : error;
  }
}
