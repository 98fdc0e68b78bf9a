import type { PlannedCall, TurnReport } from '#contracts/turn-report.ts';
import type { Ending } from '#contracts/run.ts';
import { type BudgetLimits, type BudgetSpend, exceededBudget, nothingSpent } from './budget.ts';
import { mayHaveArrived } from './unknown-effect.ts';

/** `request` is numbered over the whole run. `mayTakeTurn`: the budget allows to take the next turn with it. */
interface Position {
  readonly turn: number;
  readonly request: number;
  readonly mayTakeTurn: boolean;
}

/** `turn`: the one that was taken with it. */
interface Sent {
  readonly isEffectUnknown: boolean;
  readonly turn?: TurnReport;
}

/** The steps of the loop, all for the same run. */
export interface LoopSteps {
  /** Ends the run when the agent is done, or when the turn could exceed the remaining budget: then it is the last one. */
  readonly takeTurn: (turn: number, soFar: BudgetSpend) => Promise<TurnReport>;
  readonly readPage: (call: PlannedCall) => Promise<void>;
  readonly sendRequest: (call: PlannedCall, position: Position) => Promise<Sent>;
  readonly finish: (ending: Ending) => Promise<Ending>;
  /** Ends the run because a budget is used up; `turn` is the one that is not taken, or the last one. */
  readonly stop: (turn: number, soFar: BudgetSpend, reason: string) => Promise<Ending>;
  /** Shows the progress of the run to operators. */
  readonly show: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * The agent loop: a model turn, then its calls, until the agent is done or a budget is used up. `taken`: the first turn,
 * where it was taken already.
 */
export async function runAgentLoop(
  steps: LoopSteps,
  budget: BudgetLimits,
  startedAt: number = steps.now(),
  taken?: TurnReport,
): Promise<Ending> {
  let spend = nothingSpent;
  for (let turn = 1, next = taken; ; turn += 1) {
    spend = { ...spend, elapsedMs: steps.now() - startedAt };
    const exceeded = next === undefined ? exceededBudget(budget, spend, { steps: 1 }) : null;
    if (exceeded !== null) return await steps.stop(turn, spend, exceeded);
    const report = next ?? (await steps.takeTurn(turn, spend));
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
    if (tooMuch !== null) return await steps.stop(turn + 1, spend, tooMuch);
    next = undefined;
    for (const call of report.calls) {
      // Each request may take as long as a turn.
      spend = { ...spend, elapsedMs: steps.now() - startedAt };
      const tooLong = exceededBudget(budget, spend);
      if (tooLong !== null) return await steps.stop(turn + 1, spend, tooLong);
      const position = { turn, request: spend.requests + 1 };
      if (call.kind === 'request') spend = { ...spend, requests: position.request };
      const isLast = call === report.calls.at(-1);
      const done = await carryOut(steps, call, {
        ...position,
        mayTakeTurn: isLast && exceededBudget(budget, spend, { steps: 1 }) === null,
      });
      if (done.ending !== null) return done.ending;
      next = done.turn;
    }
  }
}

interface Done {
  /** Null while the run continues. */
  readonly ending: Ending | null;
  /** The next turn, where it was taken with the call. */
  readonly turn?: TurnReport | undefined;
}

async function carryOut(steps: LoopSteps, call: PlannedCall, position: Position): Promise<Done> {
  if (call.kind === 'read') {
    await steps.readPage(call);
    return { ending: null };
  }
  const { isEffectUnknown, turn } = await steps.sendRequest(call, position);
  if (!isEffectUnknown) return { ending: null, turn };
  const reason = mayHaveArrived(call.summary);
  return { ending: await steps.finish({ outcome: 'unknown_effect', reason }) };
}
