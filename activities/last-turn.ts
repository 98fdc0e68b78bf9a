import type { AgentModel, TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import type { RunRef } from '#contracts/run.ts';
import type { BudgetLimits } from '#domain/budget.ts';
import type { createBudgetCheck } from './budget-check.ts';
import { isModelFailure, overBudget } from './public-failure.ts';

interface StoppedRun {
  readonly run: RunRef;
  readonly model: AgentModel;
  readonly input: TurnInput;
  readonly budget: BudgetLimits;
  /** The sentence about the budget that is used up. */
  readonly reason: string;
}

interface LastTurnDeps {
  readonly fit: ReturnType<typeof createBudgetCheck>;
  readonly ask: (input: TurnInput) => Promise<TurnOutput>;
}

/**
 * The last turn of a run whose budget is used up: the model says what was done and what was not. Null where it said
 * nothing before, cannot be paid, or fails: the run ends without it.
 */
export async function takeLastTurn(
  { run, model, input, budget, reason }: StoppedRun,
  { fit, ask }: LastTurnDeps,
): Promise<TurnOutput | null> {
  if (model.isOffline || input.turns.length === 0) return null;
  const askWithin = async (isShort: boolean) => {
    const fitted = await fit(run, { model, input: { ...input, last: { reason, isShort } }, budget });
    return fitted.beyond === null ? await ask(fitted.input).catch(nullIfOverBudget) : null;
  };
  return await askWithin(false)
    .then((output) => output ?? askWithin(true))
    .catch(nullIfModelFailed);
}

/** A short one may fit. */
function nullIfOverBudget(error: unknown): null {
  if (overBudget(error) !== null) return null;
  throw error;
}

function nullIfModelFailed(error: unknown): null {
  if (isModelFailure(error)) return null;
  throw error;
}
