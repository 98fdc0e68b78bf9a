import { ActivityFailure, setCurrentDetails, TimeoutFailure } from '@temporalio/workflow';

import type { Begun } from '../activities/record.ts';
import type { TurnReport } from '../activities/turn.ts';
import type { Ending, RunRef } from '../contracts/run.ts';
import {
  type BudgetLimits,
  type BudgetSpend,
  defaultBudget,
  exceededBudget,
  nothingSpent,
} from '../domain/budget.ts';
import { local, remote } from './activities.ts';
import { work } from './agent-loop.ts';
import { finish } from './finish.ts';

/** Has the agent work on a run that has begun, each step an activity. */
export async function runAgent(
  run: RunRef,
  { isOffline, budget = defaultBudget }: Extract<Begun, { status: 'begun' }>,
): Promise<Ending> {
  return await work(
    {
      takeTurn: async (turn, spend) =>
        isOffline
          ? await local(`Turn ${turn}`).takeTurn(run, turn, spend.requests, budget)
          : await takeTurnInTime(run, turn, { budget, spend }),
      readPage: ({ callId, summary }) => local(summary).readPage(run, callId),
      sendRequest: ({ callId, summary }, place) => remote(summary).sendRequest(run, { ...place, callId }),
      finish: (ending) => finish(run, ending),
      show: (line) => setCurrentDetails(line),
      now: () => Date.now(),
    },
    budget,
  );
}

/** A model may think as long as the run has time; then the turn is given up and the run ends. */
async function takeTurnInTime(
  run: RunRef,
  turn: number,
  { budget, spend }: { readonly budget: BudgetLimits; readonly spend: BudgetSpend },
): Promise<TurnReport> {
  const leftMs = Math.max(budget.wallClockMs - spend.elapsedMs, 1);
  try {
    return await remote(`Turn ${turn}`, leftMs).takeTurn(run, turn, spend.requests, budget);
  } catch (error) {
    const isTimeUp =
      error instanceof ActivityFailure &&
      error.cause instanceof TimeoutFailure &&
      error.cause.timeoutType === 'SCHEDULE_TO_CLOSE';
    if (!isTimeUp) throw error;
    const reason = exceededBudget(budget, { ...nothingSpent, elapsedMs: budget.wallClockMs + 1 });
    const ending = await finish(run, { outcome: 'failed', reason });
    return {
      calls: [],
      ending,
      tokens: 0,
      amountMicros: 0,
      summary: 'Given up: the time of the run is over',
    };
  }
}
