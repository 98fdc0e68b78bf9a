import { activityInfo } from '@temporalio/activity';

import type { RunRef } from '#contracts/run.ts';
import { runIdOf } from '#domain/run-ref.ts';
import { withHeartbeat } from './with-heartbeat.ts';

/**
 * Temporal gives up an attempt whose worker stood still, and starts the next one, often in the same process, where the first one
 * still works. The next one waits until that has ended: it finds the result of a request then, in place of a mark that says that it
 * may have arrived.
 */
export function createOneAttempt() {
  const underWay = new Map<string, Promise<unknown>>();

  return async function oneAttempt<T>(run: RunRef, work: () => Promise<T>): Promise<T> {
    const key = `${runIdOf(run)}/${activityInfo().activityId}`;
    for (let earlier = underWay.get(key); earlier !== undefined; earlier = underWay.get(key))
      await withHeartbeat(() => Promise.allSettled([earlier]));
    const attempt = work().finally(() => underWay.delete(key));
    underWay.set(key, attempt);
    return await attempt;
  };
}
