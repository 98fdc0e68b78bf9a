import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

import type { Activities } from '../activities/index.ts';
import { defectNames } from '../domain/defect.ts';

/**
 * Steps that only touch the store run inside the workflow task: a marker in the history instead of a round trip. While
 * the store is unavailable they are tried again.
 */
export const local = (summary: string) =>
  proxyLocalActivities<Activities>({
    summary,
    startToCloseTimeout: '15s',
    scheduleToCloseTimeout: '24h',
    retry: { initialInterval: '200ms', maximumInterval: '10s', nonRetryableErrorTypes: [...defectNames] },
  });

/**
 * Model calls and requests. The heartbeat tells a dead worker from a slow target within ten seconds. There is no limit
 * on waiting for a worker, an accepted delivery is done when one is back, but where `scheduleToCloseMs` is the time that
 * the run has left.
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
