import type { TurnInput } from '#capabilities/agent-turn.ts';

/**
 * Tokens that the answer of a turn may have: twice as many once an answer of the run was cut off, and no more than are
 * left of its budget.
 */
export const outputLimitOf = ({ limits, turns }: Pick<TurnInput, 'limits' | 'turns'>): number =>
  Math.min(
    limits.maxOutputTokens * (turns.some(({ remark }) => remark === 'cut') ? 2 : 1),
    limits.outputTokensLeft ?? Infinity,
  );
