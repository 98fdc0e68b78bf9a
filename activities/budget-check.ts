import type { RunRef } from '../contracts/run.ts';
import type { AgentModel, TurnInput } from '../capabilities/agent-turn.ts';
import { type BudgetLimits, nothingSpent, turnBeyondBudget } from '../domain/budget.ts';
import { knownPartOf } from '../domain/cost.ts';
import type { Runs } from '../store/runs.ts';
import { withPublicFailures } from './public-failure.ts';

interface PlannedTurn {
  readonly model: AgentModel;
  readonly input: TurnInput;
  readonly budget: BudgetLimits;
}

/** Checks the maximum usage of a turn against the remaining budget; see `turnBeyondBudget`. */
export function createBudgetCheck(runs: Pick<Runs, 'spent'>) {
  return async function check(run: RunRef, { model, input, budget }: PlannedTurn): Promise<string | null> {
    if (model.isOffline) return null;
    const [{ tokens, amountMicros }, spent] = await Promise.all([
      withPublicFailures(() => model.estimateMaxUsage(input)),
      runs.spent(run),
    ]);
    // Without a price only the token budget applies.
    const turn = { tokens, amountMicros: amountMicros ?? 0 };
    // A call with unreported usage counts as the maximum of this one, because prompts only grow.
    const counted = spent.map(({ usage, cost }) => ({
      tokens: usage.isReported ? usage.inputTokens + usage.outputTokens : turn.tokens,
      amountMicros: usage.isReported ? knownPartOf(cost) : Math.max(turn.amountMicros, knownPartOf(cost)),
    }));
    const sum = (used: 'tokens' | 'amountMicros') => counted.reduce((total, one) => total + one[used], 0);
    const soFar = { ...nothingSpent, tokens: sum('tokens'), amountMicros: sum('amountMicros') };
    return turnBeyondBudget(budget, soFar, turn);
  };
}
