import type { TurnUsage } from '#contracts/turn.ts';

/** The usage of a turn that asked no model. */
export const noUsage: TurnUsage = {
  inputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  isReported: true,
};
