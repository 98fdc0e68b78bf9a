import { generateText, type ModelMessage, type ToolSet } from 'ai';

import { ModelFailure } from '#domain/model-failure.ts';
import { wellFormed } from '#domain/well-formed.ts';
import { withCacheMarks } from './cache-marks.ts';
import type { LoadedModel } from './loaded-model.ts';
import { observedCall } from './observed-call.ts';
import { capOutputTokens, effortOf } from './output-tokens.ts';
import { toModelFailure } from './to-model-failure.ts';
import { usageOf } from './usage.ts';

interface ModelCall {
  readonly instructions: string;
  readonly messages: readonly unknown[];
  readonly tools?: ToolSet;
  readonly maxOutputTokens: number;
  readonly temperature?: number;
  readonly signal: AbortSignal | undefined;
  readonly functionId: string;
  /** Set for calls whose prompt begins like that of others. */
  readonly cache?: {
    /** The same for calls that begin alike, at most 64 characters. */
    readonly key: string;
    /** How many of the messages come again in the next turn of the run. */
    readonly openingCount: number;
  };
}

/** URLs in a prompt are never fetched, neither by the SDK from our network nor by the provider. */
const refuseDownloads = (downloads: readonly unknown[]): Promise<never[]> =>
  downloads.length === 0 ? Promise.resolve([]) : Promise.reject(new ModelFailure({ kind: 'bad-request' }));

/** The options of every model call beside its prompt. Retries are Temporal's. */
export function settingsOfCall(
  loaded: LoadedModel,
  call: Pick<ModelCall, 'maxOutputTokens' | 'signal' | 'functionId' | 'cache'>,
) {
  const { provider, traits } = loaded;
  return {
    model: loaded.model,
    ...provider.settingsOf({
      maxOutputTokens: capOutputTokens(loaded, call.maxOutputTokens),
      effort: effortOf(loaded),
      traits,
      cacheKey: call.cache?.key ?? null,
    }),
    maxRetries: 0,
    ...(call.signal && { abortSignal: call.signal }),
    experimental_download: refuseDownloads,
    telemetry: { functionId: call.functionId, recordInputs: false, recordOutputs: false },
  };
}

/** One model call. Throws ModelFailure. */
export async function callModel(loaded: LoadedModel, call: ModelCall) {
  return await observedCall(
    loaded,
    call.functionId,
    () => generate(loaded, call),
    (answer) => usageOf(answer.usage),
  );
}

async function generate(loaded: LoadedModel, call: ModelCall) {
  const { cache, temperature, signal } = call;
  const given = { instructions: call.instructions, messages: call.messages, tools: call.tools };
  const prompt = cache ? withCacheMarks(given, cache.openingCount, loaded.provider.cacheMark) : given;
  try {
    return await generateText({
      ...settingsOfCall(loaded, call),
      instructions: wellFormed(prompt.instructions),
      messages: wellFormed(prompt.messages) as ModelMessage[],
      ...(prompt.tools && { tools: prompt.tools }),
      ...(temperature !== undefined && { temperature }),
    });
  } catch (error) {
    throw toModelFailure(error, { signal, prompt: call.messages, secrets: loaded.secrets });
  }
}
