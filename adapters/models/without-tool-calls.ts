import type { LanguageModelV4 } from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';

/**
 * The model is told that it cannot call tools; they stay in the prompt, which its provider may have cached. The setting of
 * the SDK would reject an answer that has calls all the same, with its words and its usage.
 */
export const withoutToolCalls = (model: LanguageModelV4): LanguageModelV4 =>
  wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      transformParams: ({ params }) => Promise.resolve({ ...params, toolChoice: { type: 'none' } }),
    },
  });
