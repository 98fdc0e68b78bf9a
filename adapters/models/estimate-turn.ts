import type { MaxUsageBy, TurnInput } from '#capabilities/agent-turn.ts';
import { noUsage } from '#domain/no-usage.ts';
import type { LoadedModel } from './loaded-model.ts';
import { outputLimitOf } from './output-limit.ts';
import { capOutputTokens } from './output-tokens.ts';
import { promptBytesOf, promptOf } from './turn-prompt.ts';

/** A token is at least three bytes of most texts. */
export const bytesPerToken = 3;
/** The tokens that formats of providers add to the messages of a turn. */
export const wrappingTokens = 200;

/** Upper bound on the usage of a turn before it is taken. */
export function estimateMaxTurnUsage(loaded: LoadedModel, input: TurnInput): MaxUsageBy {
  const inputTokens = promptTokens(promptBytesOf(promptOf(loaded, input).prompt, input), loaded.id, input);
  // Writing to a cache costs more than reading.
  const cacheWriteTokens = loaded.provider.cacheMark === null ? 0 : inputTokens;
  return (outputTokensLeft) => {
    const limits = outputTokensLeft === undefined ? input.limits : { ...input.limits, outputTokensLeft };
    const outputTokens = capOutputTokens(loaded, outputLimitOf({ ...input, limits }));
    const { amountMicros } = loaded.costOf({ ...noUsage, inputTokens, cacheWriteTokens, outputTokens });
    return { inputTokens, outputTokens, amountMicros };
  };
}

/**
 * The measure of an earlier turn of the run is not estimated again: prompts only grow. A short prompt of the last turn is
 * another one. What is taken out of budgets, no report of a provider lowers.
 */
function promptTokens(bytes: number, modelId: string, { turns, last, purse }: TurnInput): number {
  const byBytes = Math.ceil(bytes / bytesPerToken);
  const measured = turns.findLast(({ model, usage }) => model === modelId && usage.isReported);
  const { promptBytes, usage } = measured ?? {};
  if (promptBytes === undefined || usage === undefined || bytes < promptBytes || last?.isShort === true)
    return byBytes;
  const measuredTokens =
    usage.inputTokens + Math.ceil((bytes - promptBytes) / bytesPerToken) + wrappingTokens;
  return purse === undefined ? measuredTokens : Math.max(measuredTokens, byBytes);
}
