import type { AgentModel, TurnInput } from '#capabilities/agent-turn.ts';
import type { RunRef } from '#contracts/run.ts';
import type { BudgetAmount, MaxUsage } from '#contracts/turn.ts';
import { type BudgetLimits, nothingSpent, turnBeyondBudget } from '#domain/budget.ts';
import { knownPartOf } from '#domain/cost.ts';
import { outputRoom } from '#domain/output-room.ts';
import type { Runs } from '#store/run/runs.ts';
import { withPublicFailures } from './public-failure.ts';

interface PlannedTurn {
  readonly model: AgentModel;
  readonly input: TurnInput;
  readonly budget: BudgetLimits;
}

/** `beyond`: why the turn cannot be taken; else `input` is for an answer that fits what is left. */
interface FittedTurn {
  readonly beyond: string | null;
  readonly input: TurnInput;
}

/** An answer that may have fewer tokens than this share of the usual ones is not worth a turn. */
const outputShareMin = 1 / 4;
/** For the answer of the last turn, at least. */
const lastOutputTokensMin = 1_500;

const nothing: MaxUsage = { inputTokens: 0, outputTokens: 0, amountMicros: 0 };

/** Without a price only the token budget applies. */
const amountOf = ({ inputTokens, outputTokens, amountMicros }: MaxUsage): BudgetAmount => ({
  tokens: inputTokens + outputTokens,
  amountMicros: amountMicros ?? 0,
});

const sumOf = (amounts: readonly BudgetAmount[]): BudgetAmount => ({
  tokens: amounts.reduce((sum, { tokens }) => sum + tokens, 0),
  amountMicros: amounts.reduce((sum, { amountMicros }) => sum + amountMicros, 0),
});

/** Fits the maximum usage of a turn into what is left of the budget of a run, of which the last turn has its share. */
export function createBudgetCheck(runs: Pick<Runs, 'spent'>) {
  async function fit(run: RunRef, { model, input, budget }: PlannedTurn): Promise<FittedTurn> {
    if (model.isOffline) return { beyond: null, input };
    const estimate = (turn: TurnInput) => withPublicFailures(() => model.estimateMaxUsage(turn));
    const [usageBy, reserveBy] = await Promise.all([
      estimate(input),
      input.last === undefined ? estimate(lastTurnAfter(input)) : () => nothing,
    ]);
    const [largest, prompt, reserve] = [usageBy(), usageBy(0), reserveBy()];
    const soFar = sumOf([...(await spentBy(run, amountOf(largest))), amountOf(reserve)]);
    const room = outputRoom(budget, soFar, { prompt, largest });
    const outputTokens = Math.max(room, leastOutput(input));
    const turn = amountOf(usageBy(outputTokens));
    const beyond = turnBeyondBudget(budget, { ...nothingSpent, ...soFar }, turn);
    return { beyond, input: withOutputTokens(input, outputTokens) };
  }

  /** A call with unreported usage counts as the maximum of this turn, because prompts only grow. */
  async function spentBy(run: RunRef, largest: BudgetAmount): Promise<readonly BudgetAmount[]> {
    return (await runs.spent(run)).map(({ usage, cost }) => ({
      tokens: usage.isReported ? usage.inputTokens + usage.outputTokens : largest.tokens,
      amountMicros: usage.isReported ? knownPartOf(cost) : Math.max(largest.amountMicros, knownPartOf(cost)),
    }));
  }

  return fit;
}

const withOutputTokens = (input: TurnInput, outputTokensLeft: number): TurnInput => ({
  ...input,
  limits: { ...input.limits, outputTokensLeft },
});

const leastOutput = ({ limits }: TurnInput): number => Math.ceil(limits.maxOutputTokens * outputShareMin);

const lastTurnAfter = (input: TurnInput): TurnInput => ({
  ...withOutputTokens(input, Math.max(lastOutputTokensMin, leastOutput(input))),
  last: { reason: '', isShort: true },
});
