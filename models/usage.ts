import type { LanguageModelUsage } from 'ai';

import type { TurnUsage } from '../contracts/turn.ts';

export const noUsage: TurnUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  isReported: true,
};

/** Tokens of a call. Input includes cached tokens, output includes reasoning. Missing usage is unknown, not free. */
export function usageOf(usage: LanguageModelUsage): TurnUsage {
  const { inputTokens, outputTokens, inputTokenDetails } = usage;
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cacheReadTokens: inputTokenDetails?.cacheReadTokens ?? 0,
    cacheWriteTokens: inputTokenDetails?.cacheWriteTokens ?? 0,
    isReported: (inputTokens ?? 0) > 0 && outputTokens !== undefined,
  };
}

export const addUsage = (one: TurnUsage, other: TurnUsage): TurnUsage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
  cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
  isReported: one.isReported && other.isReported,
});
