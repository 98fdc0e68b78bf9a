import type { TurnInput, TurnOutput } from '../capabilities/agent-turn.ts';
import type { MaxUsage } from '../contracts/turn.ts';
import { tokensOfTurn } from '../domain/budget.ts';
import { noUsage } from '../domain/no-usage.ts';
import { callModel } from './call-model.ts';
import { concludeTurn } from './conclude-turn.ts';
import type { LoadedModel } from './loaded-model.ts';
import { outputLimitOf } from './output-limit.ts';
import { capOutputTokens } from './output-tokens.ts';
import { openingMessages, systemText } from './prompt.ts';
import { refuseCutPrompt } from './refuse-cut-prompt.ts';
import { toolsBytes, toolsFor } from './offered-capabilities.ts';
import { shownBytesMax } from './shown-bytes.ts';
import { usageOf } from './usage.ts';

/** The prompt of a turn: trusted text, the opening, and everything that followed it. */
const promptOf = ({ id }: LoadedModel, input: TurnInput) => ({
  instructions: systemText(input),
  messages: [...openingMessages(input, shownBytesMax(id, input.limits.run.tokens)), ...input.messages],
});

/** One turn of the agent: one model call and the calls it requests. */
export async function takeTurn(loaded: LoadedModel, input: TurnInput): Promise<TurnOutput> {
  const prompt = promptOf(loaded, input);
  const result = await callModel(loaded, {
    ...prompt,
    tools: toolsFor({ hasDelivery: input.delivery !== null, isStrict: loaded.provider.hasStrictTools }),
    maxOutputTokens: outputLimitOf(input),
    signal: input.signal,
    functionId: 'agent-turn',
    cache: { key: input.cacheKey, openingCount: prompt.messages.length - input.messages.length },
  });
  const usage = usageOf(result.usage);
  refuseCutPrompt(prompt, usage);
  return {
    ...concludeTurn(result, input),
    needsModel: null,
    usage,
    finishReason: result.finishReason,
    cost: loaded.costOf(usage),
    model: loaded.id,
  };
}

/** Upper bound on the cost of a turn before it is taken. */
export function estimateMaxTurnUsage(loaded: LoadedModel, input: TurnInput): MaxUsage {
  const maxOutputTokens = capOutputTokens(loaded, outputLimitOf(input));
  const promptBytes = Buffer.byteLength(JSON.stringify(promptOf(loaded, input))) + toolsBytes;
  const tokens = tokensOfTurn(promptBytes, maxOutputTokens);
  const inputTokens = tokens - maxOutputTokens;
  // What is written to a cache costs more than what is read.
  const cacheWriteTokens = loaded.provider.cacheMark === null ? 0 : inputTokens;
  const usage = { ...noUsage, inputTokens, cacheWriteTokens, outputTokens: maxOutputTokens };
  return { tokens, amountMicros: loaded.costOf(usage).amountMicros };
}
