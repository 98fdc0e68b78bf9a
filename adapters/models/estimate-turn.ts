import type { MaxUsageBy, TurnInput } from '#capabilities/agent-turn.ts';
import { noUsage } from '#domain/no-usage.ts';
import type { LoadedModel } from './loaded-model.ts';
import { outputLimitOf } from './output-limit.ts';
import { capOutputTokens } from './output-tokens.ts';
import { promptBytesOf, promptOf } from './turn-prompt.ts';

/** A token is at least three bytes of most texts. */
const bytesPerToken = 3;
/** The tokens that formats of providers add to the messages of a turn. */
export const wrappingTokens = 200;

/** The most tokens of a text: where it is not made of words, as Base64 and numbers are, each byte may be one. */
export function mostTokens(text: string): number {
  const lettersOfWords = text.replaceAll(/[^a-z ]+/g, '').length;
  return Buffer.byteLength(text) - lettersOfWords + Math.ceil(lettersOfWords / bytesPerToken);
}

/** Upper bound on the usage of a turn before it is taken. */
export function estimateMaxTurnUsage(loaded: LoadedModel, input: TurnInput): MaxUsageBy {
  const { prompt } = promptOf(loaded, input);
  const estimated = promptTokens(promptBytesOf(prompt, input), loaded.id, input);
  // No report of a provider lowers the part that is taken out of budgets.
  const inputTokens =
    input.purse === undefined ? estimated : Math.max(estimated, mostOfPrompt(prompt, input));
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
 * another one.
 */
function promptTokens(bytes: number, modelId: string, { turns, last }: TurnInput): number {
  const measured = turns.findLast(({ model, usage }) => model === modelId && usage.isReported);
  const { promptBytes, usage } = measured ?? {};
  if (promptBytes === undefined || usage === undefined || bytes < promptBytes || last?.isShort === true)
    return Math.ceil(bytes / bytesPerToken);
  return usage.inputTokens + Math.ceil((bytes - promptBytes) / bytesPerToken) + wrappingTokens;
}

function mostOfPrompt(prompt: Parameters<typeof promptBytesOf>[0], input: TurnInput): number {
  const text = JSON.stringify(prompt);
  const others = promptBytesOf(prompt, input) - Buffer.byteLength(text);
  return mostTokens(text) + Math.ceil(others / bytesPerToken) + wrappingTokens;
}
