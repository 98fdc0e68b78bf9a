import type { ProposalCost } from '#contracts/proposal.ts';
import type { TurnUsage } from '#contracts/turn.ts';
import { addMoney } from '#domain/cost.ts';
import { ModelFailure, isBadAnswer } from '#domain/model-failure.ts';
import { modelFailureSentence } from '#domain/model-failure-sentence.ts';
import { noUsage } from '#domain/no-usage.ts';
import { noTurnCost } from '#domain/turn-cost.ts';
import type { LoadedModel } from './loaded-model.ts';

/** The text instead of an answer: why there is none. */
interface NoAnswer {
  readonly problem: string;
}

/**
 * The calls of one proposal. A failure is thrown as long as nothing is paid; from then on it is a problem of the proposal, so
 * that what was paid is told.
 */
export function createProposalCalls(
  { costOf }: Pick<LoadedModel, 'costOf'>,
  signal: AbortSignal | undefined,
) {
  let total: ProposalCost = { calls: 0, usage: noUsage, cost: noTurnCost };

  function pay(usage: TurnUsage): void {
    const cost = costOf(usage);
    const priceTable = cost.priceTable ?? total.cost.priceTable;
    total = {
      calls: total.calls + 1,
      usage: addUsage(total.usage, usage),
      cost: { ...addMoney(total.cost, cost), currency: 'USD', priceTable },
    };
  }

  async function call<T extends { readonly usage: TurnUsage }>(ask: () => Promise<T>): Promise<T | NoAnswer> {
    try {
      const answer = await ask();
      pay(answer.usage);
      return answer;
    } catch (error) {
      if (isBadAnswer(error)) {
        pay(error.usage);
        return { problem: modelFailureSentence['bad-answer'] };
      }
      const isOver = signal?.aborted === true;
      if (total.calls === 0 || (!isOver && !(error instanceof ModelFailure))) throw error;
      const failure = error instanceof ModelFailure ? error.failure : null;
      if (isOver || (failure !== null && 'isAnswerLost' in failure)) pay(lost);
      return { problem: failure === null ? timeIsOver : modelFailureSentence[failure.kind] };
    }
  }

  return { call, total: () => total };
}

export type ProposalCalls = ReturnType<typeof createProposalCalls>;

/** An answer that may have to be paid, and was not read. */
const lost: TurnUsage = { ...noUsage, isReported: false };
const timeIsOver = 'The time for a proposal was over.';

const addUsage = (one: TurnUsage, other: TurnUsage): TurnUsage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  reasoningTokens: one.reasoningTokens + other.reasoningTokens,
  cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
  cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
  isReported: one.isReported && other.isReported,
});
