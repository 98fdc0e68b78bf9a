/**
 * Rejects once the work took too long; the work itself goes on. One more turn of the event loop tells a late answer from a busy or
 * suspended process, to which the answer has come already.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  timeoutMs: number,
  late = `No answer within ${timeoutMs} ms`,
): Promise<T> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => setImmediate(() => over.reject(new Error(late))), timeoutMs);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
