import type { BudgetLimits } from '../domain/budget.ts';
import type { DeliveryRun, MessageRun, RunRef } from '../contracts/run.ts';
import type { RequestPosition } from './open-request.ts';
import type { RequestReport } from './perform-request.ts';
import type { Begun } from './record.ts';
import type { TurnReport } from './turn-report.ts';

interface Steps {
  readonly beginRun: (run: DeliveryRun) => Promise<Begun>;
  readonly beginMessage: (run: MessageRun) => Promise<Begun>;
  readonly sendRequest: (run: RunRef, position: RequestPosition) => Promise<RequestReport>;
}

type TakeTurn = (
  run: RunRef,
  turn: number,
  requestsSent: number,
  budget?: BudgetLimits,
) => Promise<TurnReport>;

/**
 * The offline rules answer at once: their turn is taken by the step before it, the begin of the run or the last request
 * of the turn before. Each step costs more than such a turn.
 */
export function withNextTurn({ beginRun, beginMessage, sendRequest }: Steps, takeTurn: TakeTurn) {
  async function withFirstTurn(run: RunRef, begun: Begun): Promise<Begun> {
    if (begun.status !== 'begun' || !begun.isOffline) return begun;
    return { ...begun, turn: await takeTurn(run, 1, 0, begun.budget) };
  }

  return {
    beginRun: async (run: DeliveryRun): Promise<Begun> => await withFirstTurn(run, await beginRun(run)),
    beginMessage: async (run: MessageRun): Promise<Begun> =>
      await withFirstTurn(run, await beginMessage(run)),
    sendRequest: async (run: RunRef, position: RequestPosition): Promise<RequestReport> => {
      const report = await sendRequest(run, position);
      const { turn, request, thenTurn } = position;
      const isOver = !report.isEffectUnknown && report.retryAfterMs === undefined;
      if (!isOver || thenTurn === undefined) return report;
      return { ...report, turn: await takeTurn(run, turn + 1, request, thenTurn.budget) };
    },
  };
}
