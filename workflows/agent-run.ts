import { setCurrentDetails } from '@temporalio/workflow';

import type { Begun } from '#activities/record.ts';
import type { TurnReport } from '#contracts/turn-report.ts';
import type { Ending, RunRef } from '#contracts/run.ts';
import { defaultBudget } from '#domain/budget.ts';
import { local, localRequest, remote } from './activities.ts';
import { runAgentLoop } from '#domain/agent-loop.ts';
import { finish } from './finish.ts';
import { createRequestWaits } from './request-waits.ts';
import { createRunClock } from './run-clock.ts';
import { withRunDeadline } from './run-deadline.ts';
import { stopRun } from './stop-run.ts';

/** Runs the agent loop with activities as steps. `startedAt` is in milliseconds since the epoch. */
export async function runAgent(
  run: RunRef,
  { isOffline, budget = defaultBudget, turn: firstTurn, sent = {} }: Extract<Begun, { status: 'begun' }>,
  startedAt: number,
): Promise<Ending> {
  const clock = createRunClock(() => Date.now());
  const waits = createRequestWaits(clock);
  const stop = (turn: number, requests: number, reason: string): Promise<Ending> =>
    isOffline ? finish(run, { outcome: 'failed', reason }) : stopRun(run, { turn, requests, budget, reason });
  return await runAgentLoop(
    {
      takeTurn: async (turn, { requests, elapsedMs }) =>
        isOffline
          ? await local(`Turn ${turn}`).takeTurn(run, turn, requests, budget)
          : await withRunDeadline(
              { budget, elapsedMs },
              (leftMs) => remote(`Turn ${turn}`, leftMs).takeTurn(run, turn, requests, budget),
              async (reason) => givenUp(await stop(turn, requests, reason)),
            ),
      readPage: ({ callId, summary }) => local(summary).readPage(run, callId),
      sendRequest: async ({ callId, summary, isQuick }, { mayTakeTurn, ...position }) => {
        const given = { ...position, callId, ...(isOffline && mayTakeTurn && { thenTurn: { budget } }) };
        // While a local activity runs, a conversation can be given no further message.
        const first = isQuick && run.kind === 'delivery' ? localRequest : remote;
        return await waits.untilEnded(
          summary,
          first,
          (steps, known) => steps(summary).sendRequest(run, { ...given, ...(known && { known }) }),
          sent[callId],
        );
      },
      finish: (ending) => finish(run, ending),
      stop: (turn, { requests }, reason) => stop(turn, requests, reason),
      show: (line) => setCurrentDetails(line),
      now: clock.now,
    },
    budget,
    startedAt,
    firstTurn,
  );
}

const givenUp = (ending: Ending): TurnReport => ({
  calls: [],
  ending,
  tokens: 0,
  amountMicros: 0,
  summary: 'Given up: the time of the run is over',
});
