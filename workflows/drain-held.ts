import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';

import type { Activities } from '#activities/index.ts';
import type { HeldRound, HoldingAutomation } from '#contracts/held.ts';
import { heldChangedSignal } from '#domain/held-workflow.ts';

const { startHeld } = proxyActivities<Activities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '1m' },
  summary: 'Start what there is room for',
});

const heldChanged = defineSignal(heldChangedSignal);

/** Until the end of a run is looked for again, which nothing tells. */
const roomWaitMs = { least: 500, most: 5_000 };
/** The wait for a change that somebody, or the next day, makes. */
const changeWaitMs = 60_000;

/** Runs what an automation holds, in order, as room becomes free, until nothing is held. */
export async function drainHeld(automation: HoldingAutomation): Promise<void> {
  let [isChanged, fullMs] = [false, roomWaitMs.least];
  setHandler(heldChanged, () => void (isChanged = true));
  for (;;) {
    isChanged = false;
    const round = await startHeld(automation);
    // A delivery that is held from now on comes with a signal, which keeps this from ending.
    if (round.status === 'over' && !isChanged) return;
    if (round.status === 'open') {
      fullMs = round.started > 0 ? roomWaitMs.least : Math.min(2 * fullMs, roomWaitMs.most);
      const isNews = () => isChanged && round.waitsFor !== 'full' && round.waitsFor !== 'rate';
      await condition(isNews, waitMsOf(round, fullMs), { summary: `Waiting: ${round.waitsFor}` });
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof drainHeld>(automation);
  }
}

function waitMsOf({ waitsFor, waitMs }: Extract<HeldRound, { status: 'open' }>, fullMs: number): number {
  if (waitsFor === 'full') return fullMs;
  return waitsFor === 'rate' ? Math.max(waitMs ?? 0, roomWaitMs.least) : changeWaitMs;
}
