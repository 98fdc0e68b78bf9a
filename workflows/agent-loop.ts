import type { PlannedCall, TurnReport } from '../activities/turn-report.ts';
import type { Ending } from '../contracts/run.ts';
import { type BudgetLimits, type BudgetSpend, exceededBudget, nothingSpent } from '../domain/budget.ts';

/** What the loop has others do; each step concerns the same run. */
export interface LoopSteps {
  /** Ends the run when the agent is done, or when the turn might not fit what is left of the budget. */
  readonly takeTurn: (turn: number, soFar: BudgetSpend) => Promise<TurnReport>;
  readonly readPage: (call: PlannedCall) => Promise<void>;
  /** `request` counts over the whole run. */
  readonly sendRequest: (
    call: PlannedCall,
    place: { readonly turn: number; readonly request: number },
  ) => Promise<{ readonly isEffectUnknown: boolean }>;
  readonly finish: (ending: Ending) => Promise<Ending>;
  /** Tells operators how far the run is. */
  readonly show: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The loop: a model turn, then what it asked for, until the agent is done or a budget is used up. */
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
    // A turn that asks for too much gets nothing of it: half of what it wanted may be worse than none.
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

/** Carries out one call; the ending of the run where the call ends it. */
async function carryOut(
  steps: LoopSteps,
  call: PlannedCall,
  place: { readonly turn: number; readonly request: number },
): Promise<Ending | null> {
  if (call.kind === 'read') {
    await steps.readPage(call);
    return null;
  }
  const { isEffectUnknown } = await steps.sendRequest(call, place);
  if (!isEffectUnknown) return null;
  const reason = `${call.summary} may or may not have arrived; it is not sent a second time.`;
  return await steps.finish({ outcome: 'unknown_effect', reason });
}
