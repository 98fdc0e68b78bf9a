import type { LanguageModelUsage } from 'ai';

import type { TurnUsage } from '#contracts/turn.ts';

/** No call of any model has as many: a larger count is an error of the server, not an amount that is owed. */
const tokensMax = 20_000_000;

const isCount = (tokens: number | undefined): tokens is number =>
  Number.isSafeInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= tokensMax;

const countOr0 = (tokens: number | undefined): number => (isCount(tokens) ? tokens : 0);

/**
 * Tokens of a call. Missing usage is unknown, not free, and so is one with a count that cannot be true: negative,
 * fractional, absurdly large, more tokens cached than read, or more of reasoning than written.
 */
export function usageOf(usage: LanguageModelUsage): TurnUsage {
  const { inputTokens, outputTokens, inputTokenDetails, outputTokenDetails } = usage;
  const cacheRead = inputTokenDetails?.cacheReadTokens ?? 0;
  const cacheWrite = inputTokenDetails?.cacheWriteTokens ?? 0;
  const reasoning = outputTokenDetails?.reasoningTokens ?? 0;
  const isPlausible =
    [inputTokens, outputTokens, reasoning, cacheRead, cacheWrite].every(isCount) &&
    reasoning <= countOr0(outputTokens) &&
    cacheRead + cacheWrite <= countOr0(inputTokens);
  return {
    inputTokens: countOr0(inputTokens),
    outputTokens: countOr0(outputTokens),
    reasoningTokens: isPlausible ? reasoning : 0,
    cacheReadTokens: isPlausible ? cacheRead : 0,
    cacheWriteTokens: isPlausible ? cacheWrite : 0,
    isReported: isPlausible && countOr0(inputTokens) > 0,
  };
}
