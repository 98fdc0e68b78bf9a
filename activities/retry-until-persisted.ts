import { setTimeout as delay } from 'node:timers/promises';

import { withHeartbeat } from './with-heartbeat.ts';

const patienceMs = 60_000;
const pauseMs = 250;

/**
 * Writes what exists nowhere else and cannot be had a second time. While the store is unavailable, such as during its
 * restart, it is tried again; the write must be idempotent.
 */
export async function retryUntilPersisted(write: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  await withHeartbeat(async (signal) => {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (signal.aborted || Date.now() > deadline) throw error;
        await delay(pauseMs, undefined, { signal });
      }
    }
  });
}
