import { usualUsage, type WireFormat } from './format.ts';

interface Body {
  readonly tools: readonly {
    readonly functionDeclarations: readonly {
      readonly name: string;
      readonly parametersJsonSchema: object;
    }[];
  }[];
  readonly generationConfig: { readonly responseJsonSchema: object };
}

/** `generateContent` of the Gemini API. */
export const google: WireFormat = {
  modelId: 'gemini-2.5-flash',
  path: '/v1beta',
  answer: ({ text, reasoning, calls = [], isCut, isRefused, usage }) => {
    const { input, cached, output, reasoning: reasoned } = { ...usualUsage, ...usage };
    const signature = reasoning === undefined ? {} : { thoughtSignature: reasoning };
    return {
      candidates: [
        {
          content: {
            parts: [
              ...(text === undefined ? [] : [{ text }]),
              ...calls.map(({ name, input }, index) => ({
                functionCall: { name, args: input },
                ...(index === 0 && signature),
              })),
            ],
            role: 'model',
          },
          finishReason: isRefused ? 'SAFETY' : isCut ? 'MAX_TOKENS' : 'STOP',
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: input,
        candidatesTokenCount: output - reasoned,
        totalTokenCount: input + output,
        ...(cached > 0 && { cachedContentTokenCount: cached }),
        ...(reasoned > 0 && { thoughtsTokenCount: reasoned }),
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
      },
      modelVersion: 'gemini-2.5-flash',
      responseId: 'hWqfaNmYG5-sjMcP8Ij-iA8',
    };
  },
  error: (status, message) => ({ error: { code: 400, message, status } }),
  toolsIn: (body) =>
    (body as Body).tools.flatMap(({ functionDeclarations }) =>
      functionDeclarations.map(({ name, parametersJsonSchema }) => ({
        name,
        schema: parametersJsonSchema,
        isStrict: false,
      })),
    ),
  answerSchemaIn: (body) => (body as Body).generationConfig.responseJsonSchema,
};
