import { setCurrentDetails } from '@temporalio/workflow';

import type { Begun } from '../activities/record.ts';
import type { TurnReport } from '../activities/turn-report.ts';
import type { Ending, RunRef } from '../contracts/run.ts';
import { defaultBudget } from '../domain/budget.ts';
import { local, remote } from './activities.ts';
import { runAgentLoop } from './agent-loop.ts';
import { finish } from './finish.ts';
import { withRunDeadline } from './run-deadline.ts';

/** Runs the agent loop with activities as steps. `startedAt` is in milliseconds since the epoch. */
export async function runAgent(
  run: RunRef,
  { isOffline, budget = defaultBudget }: Extract<Begun, { status: 'begun' }>,
  startedAt: number,
): Promise<Ending> {
  return await runAgentLoop(
    {
      takeTurn: async (turn, { requests, elapsedMs }) =>
        isOffline
          ? await local(`Turn ${turn}`).takeTurn(run, turn, requests, budget)
          : await withRunDeadline(
              { run, budget, elapsedMs },
              (leftMs) => remote(`Turn ${turn}`, leftMs).takeTurn(run, turn, requests, budget),
              givenUp,
            ),
      readPage: ({ callId, summary }) => local(summary).readPage(run, callId),
      sendRequest: ({ callId, summary }, position) =>
        remote(summary).sendRequest(run, { ...position, callId }),
      finish: (ending) => finish(run, ending),
      show: (line) => setCurrentDetails(line),
      now: () => Date.now(),
    },
    budget,
    startedAt,
  );
}

const givenUp = (ending: Ending): TurnReport => ({
  calls: [],
  ending,
  tokens: 0,
  amountMicros: 0,
  summary: 'Given up: the time of the run is over',
});
