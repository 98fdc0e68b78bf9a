/** The storm was asked to stop. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/**
 * The result of the work. Rejects with {@link Stopped} as soon as the signal aborts: the work may go on, what it does and
 * how it ends is of no interest any more.
 */
export async function orStopped<T>(stop: AbortSignal, work: () => Promise<T>): Promise<T> {
  const asked = Promise.withResolvers<never>();
  const onAbort = () => asked.reject(new Stopped('It was asked to stop.'));
  if (stop.aborted) onAbort();
  stop.addEventListener('abort', onAbort, { once: true });
  const working = stop.aborted ? asked.promise : work();
  try {
    return await Promise.race([working, asked.promise]);
  } finally {
    stop.removeEventListener('abort', onAbort);
    working.catch(() => undefined);
  }
}
