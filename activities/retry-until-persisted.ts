import { setTimeout as delay } from 'node:timers/promises';

import { activityInfo } from '@temporalio/activity';

import { isFinalError } from '#domain/defect.ts';
import { withHeartbeat } from './with-heartbeat.ts';

const pauseMs = 250;

/**
 * Writes data that exists only in this process and cannot be recomputed. Retries while the store is unavailable, for as
 * long as the activity lives; the write must be idempotent. A local activity lives on when Temporal gives it up: the next attempt
 * of the step waits for it (`one-attempt.ts`).
 */
export async function retryUntilPersisted<T>(write: () => Promise<T>): Promise<T> {
  return await withHeartbeat(async (cancelled) => {
    const signal = activityInfo().isLocal ? undefined : cancelled;
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (signal?.aborted === true || isFinalError(error)) throw error;
        // Cut short, it ends with one more try.
        await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  });
}
