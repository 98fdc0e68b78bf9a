import { setCurrentDetails, sleep } from '@temporalio/workflow';

import type { Begun } from '../activities/record.ts';
import type { TurnReport } from '../activities/turn-report.ts';
import type { Ending, RunRef } from '../contracts/run.ts';
import { defaultBudget } from '../domain/budget.ts';
import { local, localRequest, remote } from './activities.ts';
import { runAgentLoop } from './agent-loop.ts';
import { finish } from './finish.ts';
import { withRunDeadline } from './run-deadline.ts';

/** Runs the agent loop with activities as steps. `startedAt` is in milliseconds since the epoch. */
export async function runAgent(
  run: RunRef,
  { isOffline, budget = defaultBudget, turn: firstTurn }: Extract<Begun, { status: 'begun' }>,
  startedAt: number,
): Promise<Ending> {
  const waits = createWaits();
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
      sendRequest: async ({ callId, summary, isQuick }, { mayTakeTurn, ...position }) => {
        const given = { ...position, callId, ...(isOffline && mayTakeTurn && { thenTurn: { budget } }) };
        let report = await (isQuick ? localRequest : remote)(summary).sendRequest(run, given);
        while (report.retryAfterMs !== undefined) {
          await waits.take(report.retryAfterMs, summary);
          report = await remote(summary).sendRequest(run, given);
        }
        return report;
      },
      finish: (ending) => finish(run, ending),
      show: (line) => setCurrentDetails(line),
      now: () => Date.now() - waits.takenMs(),
    },
    budget,
    startedAt,
    firstTurn,
  );
}

/** Waits for the next try of a request; they do not count towards the time of the run. */
function createWaits() {
  let takenMs = 0;

  async function take(waitMs: number, summary: string): Promise<void> {
    if (waitMs === 0) return;
    const startedAt = Date.now();
    setCurrentDetails(`${summary}: next try at ${new Date(startedAt + waitMs).toISOString()}`);
    await sleep(waitMs, { summary: `Next try: ${summary}` });
    takenMs += Date.now() - startedAt;
  }

  return { take, takenMs: () => takenMs };
}

const givenUp = (ending: Ending): TurnReport => ({
  calls: [],
  ending,
  tokens: 0,
  amountMicros: 0,
  summary: 'Given up: the time of the run is over',
});
