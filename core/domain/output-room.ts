import type { BudgetAmount, MaxUsage } from '#contracts/turn.ts';
import type { BudgetLimits } from './budget.ts';

/**
 * Output tokens that what is left of a budget has room for. `prompt`: the turn without an answer; `largest`: with the
 * largest one. An amount grows evenly with the answer; without a price only the tokens count.
 */
export function outputRoom(
  limits: Pick<BudgetLimits, 'tokens' | 'amountMicros'>,
  spent: BudgetAmount,
  { prompt, largest }: { readonly prompt: MaxUsage; readonly largest: MaxUsage },
): number {
  const tokens = limits.tokens - spent.tokens - prompt.inputTokens;
  const [least, most] = [prompt.amountMicros ?? 0, largest.amountMicros ?? 0];
  if (limits.amountMicros === null || most <= least) return tokens;
  const share = (limits.amountMicros - spent.amountMicros - least) / (most - least);
  return Math.min(tokens, Math.floor(share * largest.outputTokens));
}
