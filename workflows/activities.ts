import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

import type { Activities } from '../activities/index.ts';
import { defectNames } from '../domain/defect.ts';

/**
 * Steps that only use the store run as local activities: one marker in the history instead of a round trip. They are
 * retried while the store is unavailable.
 */
export const local = (summary: string) =>
  proxyLocalActivities<Activities>({
    summary,
    startToCloseTimeout: '15s',
    scheduleToCloseTimeout: '24h',
    retry: { initialInterval: '200ms', maximumInterval: '10s', nonRetryableErrorTypes: [...defectNames] },
  });

/**
 * Model calls and requests. Heartbeats distinguish a dead worker from a slow target within ten seconds. The wait for a
 * worker is unlimited, so that accepted deliveries survive an outage, unless `scheduleToCloseMs` (the time left for the
 * run) is given.
 */
export const remote = (summary: string, scheduleToCloseMs?: number) =>
  proxyActivities<Activities>({
    summary,
    ...(scheduleToCloseMs !== undefined && { scheduleToCloseTimeout: scheduleToCloseMs }),
    startToCloseTimeout: '15m',
    heartbeatTimeout: '10s',
    retry: {
      initialInterval: '1s',
      backoffCoefficient: 2,
      maximumInterval: '60s',
      maximumAttempts: 6,
      nonRetryableErrorTypes: [...defectNames],
    },
  });
