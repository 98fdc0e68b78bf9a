import type { LanguageModelUsage } from 'ai';

import type { TurnUsage } from '../contracts/turn.ts';

export const noUsage: TurnUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  isReported: true,
};

/** No call of any model has as many: a larger count is an error of the server, not an amount that is owed. */
const tokensMax = 20_000_000;

const isCount = (tokens: number | undefined): tokens is number =>
  Number.isSafeInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= tokensMax;

const countOr0 = (tokens: number | undefined): number => (isCount(tokens) ? tokens : 0);

/**
 * Tokens of a call. Input includes cached tokens, output includes reasoning. Missing usage is unknown, not free, and so
 * is one with a count that cannot be true: negative, fractional, absurdly large, or more tokens cached than read.
 */
export function usageOf(usage: LanguageModelUsage): TurnUsage {
  const { inputTokens, outputTokens, inputTokenDetails } = usage;
  const cacheRead = inputTokenDetails?.cacheReadTokens ?? 0;
  const cacheWrite = inputTokenDetails?.cacheWriteTokens ?? 0;
  const isPlausible =
    [inputTokens, outputTokens, cacheRead, cacheWrite].every(isCount) &&
    cacheRead + cacheWrite <= countOr0(inputTokens);
  return {
    inputTokens: countOr0(inputTokens),
    outputTokens: countOr0(outputTokens),
    cacheReadTokens: isPlausible ? cacheRead : 0,
    cacheWriteTokens: isPlausible ? cacheWrite : 0,
    isReported: isPlausible && countOr0(inputTokens) > 0,
  };
}

export const addUsage = (one: TurnUsage, other: TurnUsage): TurnUsage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
  cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
  isReported: one.isReported && other.isReported,
});
