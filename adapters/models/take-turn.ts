import type { TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import { callModel } from './call-model.ts';
import { concludeTurn } from './conclude-turn.ts';
import { withFreshCallIds } from './fresh-call-ids.ts';
import { concludeLastTurn } from './last-turn.ts';
import type { LoadedModel } from './loaded-model.ts';
import { toolsFor } from './offered-capabilities.ts';
import { mayReason } from './may-reason.ts';
import { outputLimitOf } from './output-limit.ts';
import { refuseCutPrompt } from './refuse-cut-prompt.ts';
import { promptBytesOf, promptOf } from './turn-prompt.ts';
import { usageOf } from './usage.ts';
import { withoutToolCalls } from './without-tool-calls.ts';

/** One turn of the agent: one model call and the calls it requests. */
export async function takeTurn(loaded: LoadedModel, input: TurnInput): Promise<TurnOutput> {
  const { prompt, openingCount } = promptOf(loaded, input);
  const { last } = input;
  const tools = toolsFor(input, loaded.provider.hasStrictTools);
  const model =
    last === undefined ? withFreshCallIds(loaded.model, input.messages) : withoutToolCalls(loaded.model);
  const isWithin = loaded.traits.reasons !== 'on-demand' || mayReason(prompt.messages);
  const tuning = isWithin ? loaded.tuning : { ...loaded.tuning, effort: 'none' as const };
  const result = await callModel(
    { ...loaded, model, tuning },
    {
      ...prompt,
      ...(last?.isShort !== true && { tools }),
      maxOutputTokens: outputLimitOf(input),
      signal: input.signal,
      functionId: 'agent-turn',
      cache: { key: input.cacheKey, openingCount },
    },
  );
  const usage = usageOf(result.usage);
  refuseCutPrompt(prompt, usage);
  return {
    ...(last === undefined ? concludeTurn(result, input) : concludeLastTurn(result, input, last.reason)),
    needsModel: null,
    usage,
    promptBytes: promptBytesOf(prompt, input),
    finishReason: result.finishReason,
    cost: loaded.costOf(usage),
    model: loaded.id,
  };
}
