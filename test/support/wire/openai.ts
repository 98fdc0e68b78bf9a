import { usualUsage, type WireFormat } from './format.ts';

interface Body {
  readonly tools: readonly {
    readonly name: string;
    readonly parameters: object;
    readonly strict?: boolean;
  }[];
  readonly text: { readonly format: { readonly schema: object } };
}

/** The Responses API. */
export const openai: WireFormat = {
  modelId: 'gpt-5-mini',
  path: '/v1',
  answer: ({ text, reasoning, calls = [], isCut, isRefused, usage }) => {
    const { input, cached, output, reasoning: reasoned } = { ...usualUsage, ...usage };
    const status = isCut ? 'incomplete' : 'completed';
    return {
      id: 'resp_67ccd2bed1ec8190b14f964abc054267',
      object: 'response',
      created_at: 1_741_476_542,
      status,
      error: null,
      incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
      model: 'gpt-5-mini-2025-08-07',
      output: [
        ...(reasoning === undefined
          ? []
          : [{ id: 'rs_6820f383', type: 'reasoning', summary: [], encrypted_content: reasoning }]),
        ...calls.map(({ id, name, input }, index) => ({
          id: `fc_6820f3${index}`,
          type: 'function_call',
          status: 'completed',
          call_id: id,
          name,
          arguments: JSON.stringify(input),
        })),
        ...(text === undefined
          ? []
          : [
              {
                id: 'msg_67ccd2bf',
                type: 'message',
                status,
                role: 'assistant',
                content: [
                  isRefused
                    ? { type: 'refusal', refusal: text }
                    : { type: 'output_text', text, annotations: [] },
                ],
              },
            ]),
      ],
      usage: {
        input_tokens: input,
        input_tokens_details: { cached_tokens: cached },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: reasoned },
        total_tokens: input + output,
      },
    };
  },
  error: (type, message) => ({ error: { message, type, param: null, code: type } }),
  toolsIn: (body) =>
    (body as Body).tools.map(({ name, parameters, strict }) => ({
      name,
      schema: parameters,
      isStrict: strict === true,
    })),
  answerSchemaIn: (body) => (body as Body).text.format.schema,
};
