import { proxyActivities, sleep } from '@temporalio/workflow';

import type { Activities } from '#activities/index.ts';
import type { AlertRef } from '#contracts/alert.ts';

/** A try that ends with its worker, or that cannot be noted, is made again: its receiver knows the alert by its id. */
const { sendAlert } = proxyActivities<Activities>({
  startToCloseTimeout: '2m',
  heartbeatTimeout: '30s',
  scheduleToCloseTimeout: '2h',
  retry: { initialInterval: '1s', maximumInterval: '1m' },
  summary: 'Send the alert',
});

/** Sends one alert: tries until it is delivered, or no try is left. */
export async function alert(ref: AlertRef): Promise<void> {
  for (;;) {
    const { waitMs } = await sendAlert(ref);
    if (waitMs === null) return;
    await sleep(waitMs);
  }
}
