import { runAgentLoop } from '#domain/agent-loop.ts';
import { defaultBudget } from '#domain/budget.ts';
import type { Ending } from '#contracts/run.ts';
import type { TurnReport } from '#contracts/turn-report.ts';
import type { RequestPosition } from './open-request.ts';
import type { Begun } from './record.ts';
import type { KnownReport, RequestReport } from './request-report.ts';

/** After this time the step begins no other request: it holds the workflow task of its run. */
const stepMsMax = 2_000;

/** Says of a step that it is the workflow's. */
const leftOpen: Ending = { outcome: 'failed', reason: 'left to the workflow' };
const openTurn: TurnReport = { calls: [], ending: leftOpen, tokens: 0, amountMicros: 0, summary: '' };

const isQuick = ({ calls }: TurnReport): boolean => calls.every((call) => call.isQuick === true);

/**
 * Goes on with a run that has begun, to its end where the offline rules plan nothing but requests to quick targets. The rest is
 * left to the workflow, which is told what requests were carried out.
 */
export async function goOn(
  begun: Extract<Begun, { status: 'begun' }>,
  send: (position: RequestPosition) => Promise<RequestReport>,
  now: () => number = Date.now,
): Promise<Begun> {
  const { budget = defaultBudget, turn } = begun;
  if (turn === undefined || turn.ending !== null || !isQuick(turn)) return begun;
  const sent: Record<string, KnownReport> = {};
  const done: string[] = [];
  const startedAt = now();
  const leave = () => Promise.resolve(leftOpen);
  const ending = await runAgentLoop(
    {
      takeTurn: () => Promise.resolve(openTurn),
      readPage: () => Promise.reject(new Error('A turn with a read is left to the workflow.')),
      sendRequest: async ({ callId, summary }, { mayTakeTurn, ...position }) => {
        const begunAt = now();
        if (begunAt - startedAt > stepMsMax) return { isEffectUnknown: false, turn: openTurn };
        const given = { ...position, callId, ...(mayTakeTurn && { thenTurn: { budget } }) };
        const report = await send(given);
        sent[callId] = { ...report, tookMs: now() - begunAt };
        done.push(summary);
        const isOpen =
          report.retryAfterMs !== undefined || (report.turn !== undefined && !isQuick(report.turn));
        return isOpen ? { isEffectUnknown: false, turn: openTurn } : report;
      },
      finish: leave,
      stop: leave,
      show: (line) => done.push(line),
      now,
    },
    budget,
    startedAt,
    turn,
  );
  return ending === leftOpen ? { ...begun, sent } : { status: 'ended', ending, done };
}
