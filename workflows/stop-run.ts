import { isCancellation, patched } from '@temporalio/workflow';

import type { Ending, RunRef } from '#contracts/run.ts';
import type { BudgetLimits } from '#domain/budget.ts';
import { remote } from './activities.ts';
import { finish } from './finish.ts';

/** Beyond the time of the run: at its end, what it did should still be told. */
const lastTurnMsMax = 60_000;
/** The share in the time of a short run. */
const lastTurnShare = 0.5;

interface Stopped {
  readonly turn: number;
  readonly requests: number;
  readonly budget: BudgetLimits;
  /** The sentence about the budget that is used up. */
  readonly reason: string;
}

/** Ends a run whose budget is used up, with a last turn in which the model says what was done. */
export async function stopRun(run: RunRef, { turn, requests, budget, reason }: Stopped): Promise<Ending> {
  const failed: Ending = { outcome: 'failed', reason };
  if (!patched('last-turn')) return await finish(run, failed);
  const timeMs = Math.min(lastTurnMsMax, Math.ceil(budget.wallClockMs * lastTurnShare));
  try {
    const { ending } = await remote('Last turn', timeMs).takeTurn(run, turn, requests, budget, reason);
    return ending ?? (await finish(run, failed));
  } catch (error) {
    if (isCancellation(error)) throw error;
    return await finish(run, failed);
  }
}
