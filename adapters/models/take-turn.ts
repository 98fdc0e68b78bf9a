import type { TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import { callModel } from './call-model.ts';
import { concludeTurn } from './conclude-turn.ts';
import { estimateMaxTurnUsage } from './estimate-turn.ts';
import { withFreshCallIds } from './fresh-call-ids.ts';
import { concludeLastTurn } from './last-turn.ts';
import type { LoadedModel } from './loaded-model.ts';
import { toolsFor } from './offered-capabilities.ts';
import { mayReason } from './may-reason.ts';
import { outputLimitOf } from './output-limit.ts';
import { refuseCutPrompt } from './refuse-cut-prompt.ts';
import { paidCall } from './paid-call.ts';
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
  const result = await paidCall(
    loaded,
    () => estimateMaxTurnUsage(loaded, input),
    (outputTokensLeft) =>
      callModel(
        { ...loaded, model, tuning },
        {
          ...prompt,
          ...(last?.isShort !== true && { tools }),
          maxOutputTokens: Math.min(outputLimitOf(input), outputTokensLeft ?? Infinity),
          signal: input.signal,
          functionId: 'agent-turn',
          cache: { key: input.cacheKey, openingCount },
        },
      ),
    ({ usage, text, toolCalls }) => ({
      usage: usageOf(usage),
      bytes: Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(toolCalls.map(({ input }) => input))),
    }),
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
