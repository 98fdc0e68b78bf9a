import type { TurnUsage } from '#contracts/turn.ts';

export const noUsage: TurnUsage = {
  inputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  isReported: true,
};
