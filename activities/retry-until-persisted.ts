import { setTimeout as delay } from 'node:timers/promises';

import { withHeartbeat } from './with-heartbeat.ts';

const patienceMs = 60_000;
const pauseMs = 250;

/**
 * Writes data that exists only in this process and cannot be recomputed. Retries while the store is unavailable, such
 * as during a restart; the write must be idempotent.
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
