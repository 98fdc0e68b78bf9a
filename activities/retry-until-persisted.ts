import { setTimeout as delay } from 'node:timers/promises';

const patienceMs = 60_000;
const pauseMs = 250;

/**
 * Writes down what exists nowhere else and cannot be had a second time. While the store is away, such as during its
 * restart, it is tried again; the write must bear being repeated.
 */
export async function retryUntilPersisted(write: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (signal.aborted || Date.now() > deadline) throw error;
      await delay(pauseMs, undefined, { signal });
    }
  }
}
