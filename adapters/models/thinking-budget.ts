import type { Effort } from '#contracts/model-settings.ts';
import { reasoningTokens } from './output-tokens.ts';

/** The smallest budget that the provider takes, and the shortest answer that is of use. */
const tokensMin = 1_024;

/** The settings of Anthropic's older models, which reason within a budget; it is a part of the limit of the answer. */
export function thinkingBudget({
  maxOutputTokens,
  effort,
}: {
  readonly maxOutputTokens: number;
  readonly effort: Effort | null;
}) {
  const budgetTokens = Math.min(reasoningTokens[effort ?? 'none'], maxOutputTokens - tokensMin);
  if (budgetTokens < tokensMin) return { maxOutputTokens };
  return {
    // The SDK adds the budget again.
    maxOutputTokens: maxOutputTokens - budgetTokens,
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens } } },
  };
}
