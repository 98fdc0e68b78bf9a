import { generateText, type LanguageModel, type ModelMessage, type ToolSet } from 'ai';

import { toModelFailure } from './to-model-failure.ts';

interface ModelCall {
  readonly model: Exclude<LanguageModel, string>;
  readonly instructions: string;
  readonly messages: readonly unknown[];
  readonly tools?: ToolSet;
  readonly maxOutputTokens: number;
  readonly temperature?: number;
  readonly signal: AbortSignal | undefined;
  readonly functionId: string;
}

/** URLs in a prompt are never fetched, neither by the SDK from our network nor by the provider. */
const refuseDownloads = (downloads: readonly unknown[]): Promise<never[]> =>
  downloads.length === 0 ? Promise.resolve([]) : Promise.reject(new Error('Downloads are not allowed.'));

/** One model call without retries, which Temporal owns. Throws ModelFailure. */
export async function callModel(call: ModelCall) {
  const { model, instructions, messages, tools, maxOutputTokens, temperature, signal } = call;
  const { functionId } = call;
  try {
    return await generateText({
      model,
      instructions,
      messages: messages as ModelMessage[],
      ...(tools && { tools }),
      maxOutputTokens,
      ...(temperature !== undefined && { temperature }),
      maxRetries: 0,
      ...(signal && { abortSignal: signal }),
      experimental_download: refuseDownloads,
      telemetry: { functionId, recordInputs: false, recordOutputs: false },
    });
  } catch (error) {
    throw toModelFailure(error, signal);
  }
}
