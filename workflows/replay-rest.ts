import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';

import type { Activities } from '#activities/index.ts';
import type { ReplayOrder } from '#contracts/replay.ts';

const { replayMore } = proxyActivities<Activities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '1m' },
  summary: 'Start what there is room for',
});

const pauseMs = 1_000;
const pauseMsMax = 15_000;

/** Replays what a call left, as room becomes free. Returns why it ended: `done`, or what keeps the rest from being started. */
export async function replayRest(order: ReplayOrder): Promise<string> {
  let [after, waitMs] = [order.after, pauseMs];
  for (;;) {
    const round = await replayMore({ ...order, after });
    if (round.status === 'over') return round.how;
    after = round.after;
    waitMs = round.started > 0 ? pauseMs : Math.min(2 * waitMs, pauseMsMax);
    await sleep(waitMs, { summary: 'Waiting for room' });
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof replayRest>({ ...order, after });
  }
}
