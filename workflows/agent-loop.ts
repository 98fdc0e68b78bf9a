import type { PlannedCall, TurnReport } from '../activities/turn-report.ts';
import type { Ending } from '../contracts/run.ts';
import { type BudgetLimits, type BudgetSpend, exceededBudget, nothingSpent } from '../domain/budget.ts';
import { mayHaveArrived } from '../domain/unknown-effect.ts';

/** The steps of the loop, all for the same run. */
export interface LoopSteps {
  /** Ends the run when the agent is done, or when the turn could exceed the remaining budget. */
  readonly takeTurn: (turn: number, soFar: BudgetSpend) => Promise<TurnReport>;
  readonly readPage: (call: PlannedCall) => Promise<void>;
  /** `request` is numbered over the whole run. */
  readonly sendRequest: (
    call: PlannedCall,
    position: { readonly turn: number; readonly request: number },
  ) => Promise<{ readonly isEffectUnknown: boolean }>;
  readonly finish: (ending: Ending) => Promise<Ending>;
  /** Shows the progress of the run to operators. */
  readonly show: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The agent loop: a model turn, then its calls, until the agent is done or a budget is used up. */
export async function runAgentLoop(
  steps: LoopSteps,
  budget: BudgetLimits,
  startedAt: number = steps.now(),
): Promise<Ending> {
  let spend = nothingSpent;
  const stop = (reason: string) => steps.finish({ outcome: 'failed', reason });
  for (let turn = 1; ; turn += 1) {
    spend = { ...spend, elapsedMs: steps.now() - startedAt };
    const exceeded = exceededBudget(budget, spend, { steps: 1 });
    if (exceeded !== null) return await stop(exceeded);
    const report = await steps.takeTurn(turn, spend);
    steps.show(`Turn ${turn}: ${report.summary}`);
    if (report.ending !== null) return report.ending;
    spend = {
      steps: turn,
      requests: spend.requests,
      tokens: spend.tokens + report.tokens,
      amountMicros: spend.amountMicros + report.amountMicros,
      elapsedMs: steps.now() - startedAt,
    };
    // If a turn plans too many requests, none is sent: a partial set may be worse than none.
    const requests = report.calls.filter(({ kind }) => kind === 'request').length;
    const tooMuch = exceededBudget(budget, spend, { requests });
    if (tooMuch !== null) return await stop(tooMuch);
    for (const call of report.calls) {
      // Each request may take as long as a turn.
      const tooLong = exceededBudget(budget, { ...spend, elapsedMs: steps.now() - startedAt });
      if (tooLong !== null) return await stop(tooLong);
      const ending = await carryOut(steps, call, { turn, request: spend.requests + 1 });
      if (ending !== null) return ending;
      if (call.kind === 'request') spend = { ...spend, requests: spend.requests + 1 };
    }
  }
}

/** Executes one call. Returns the ending if the call ends the run. */
async function carryOut(
  steps: LoopSteps,
  call: PlannedCall,
  position: { readonly turn: number; readonly request: number },
): Promise<Ending | null> {
  if (call.kind === 'read') {
    await steps.readPage(call);
    return null;
  }
  const { isEffectUnknown } = await steps.sendRequest(call, position);
  if (!isEffectUnknown) return null;
  return await steps.finish({ outcome: 'unknown_effect', reason: mayHaveArrived(call.summary) });
}
