import { type LocalActivityOptions, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

import type { Activities } from '#activities/index.ts';
import { finalErrorNames } from '#domain/defect.ts';

/** Local activities are retried while the store is unavailable; after the first seconds by timers. */
const whileStoreIsAway: Omit<LocalActivityOptions, 'summary'> = {
  scheduleToCloseTimeout: '24h',
  localRetryThreshold: '2s',
  retry: { initialInterval: '200ms', maximumInterval: '60s', nonRetryableErrorTypes: [...finalErrorNames] },
};

/**
 * Steps that only use the store run as local activities: one marker in the history instead of a round trip. They are
 * retried while the store is unavailable: after the first seconds by timers, so that a run that waits keeps no worker
 * busy.
 */
export const local = (summary: string) =>
  proxyLocalActivities<Activities>({
    ...whileStoreIsAway,
    summary,
    startToCloseTimeout: '15s',
  });

/**
 * A request whose target answers at once, without a round trip of its own. One that is slow after all holds the workflow
 * task of its run, which is renewed until it ends.
 */
export const localRequest = (summary: string) =>
  proxyLocalActivities<Activities>({
    ...whileStoreIsAway,
    summary,
    // As for a remote one: an answer must be kept until the store is back.
    startToCloseTimeout: '15m',
  });

/**
 * Model calls and requests. Heartbeats distinguish a dead worker from a slow target within ten seconds. An outage of the
 * store, a worker or a provider is waited for as long as `scheduleToClose` lasts: in milliseconds the time left for the
 * run, else a day. How often something is tried is limited only where that is a decision, by the activity itself.
 */
export const remote = (summary: string, scheduleToClose: number | '24h' = '24h') =>
  proxyActivities<Activities>({
    summary,
    scheduleToCloseTimeout: scheduleToClose,
    startToCloseTimeout: '15m',
    heartbeatTimeout: '10s',
    retry: {
      initialInterval: '1s',
      backoffCoefficient: 2,
      maximumInterval: '60s',
      nonRetryableErrorTypes: [...finalErrorNames],
    },
  });
