import type { TurnInput } from '../capabilities/agent-turn.ts';

/** Tokens that the answer of a turn may have: twice as many once an answer of the run was cut off. */
export const outputLimitOf = ({ limits, turns }: Pick<TurnInput, 'limits' | 'turns'>): number =>
  limits.maxOutputTokens * (turns.some(({ remark }) => remark === 'cut') ? 2 : 1);
