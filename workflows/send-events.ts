import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';

import type { Activities } from '#activities/index.ts';
import type { EventTargetRef } from '#contracts/events.ts';
import { eventQueuedSignal } from '#domain/events/event-workflow.ts';

/** A round that ends with its worker is made again: receivers know an event by its id. */
const { sendDueEvents } = proxyActivities<Activities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '1m' },
  summary: 'Send what is due',
});

const eventQueued = defineSignal(eventQueuedSignal);

/** Sends the events of a target as they become due, until none waits. */
export async function sendEvents(target: EventTargetRef): Promise<void> {
  let isNews = false;
  setHandler(eventQueued, () => void (isNews = true));
  for (;;) {
    isNews = false;
    const { waitMs } = await sendDueEvents(target);
    // An event that is queued from now on comes with a signal, which keeps this from ending.
    if (waitMs === null && !isNews) return;
    if (waitMs !== null && waitMs > 0)
      await condition(() => isNews, waitMs, { summary: 'Until the next try' });
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof sendEvents>(target);
  }
}
