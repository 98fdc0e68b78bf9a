import { usualUsage, type WireFormat } from './format.ts';

interface Body {
  readonly tools: readonly {
    readonly name: string;
    readonly input_schema: object;
    readonly strict?: boolean;
  }[];
  readonly output_config: { readonly format: { readonly schema: object } };
}

/** The Messages API. */
export const anthropic: WireFormat = {
  modelId: 'claude-sonnet-4-5',
  path: '/v1',
  answer: ({ text, reasoning, calls = [], isCut, isRefused, usage }) => {
    const { input, cached, written, output } = { ...usualUsage, ...usage };
    return {
      id: 'msg_013Zva2CMHLNnXjNJJKqJ2EF',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [
        ...(reasoning === undefined
          ? []
          : [{ type: 'thinking', thinking: 'Let me see.', signature: reasoning }]),
        ...(text === undefined ? [] : [{ type: 'text', text }]),
        ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
      ],
      stop_reason: isRefused ? 'refusal' : isCut ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: input - cached - written,
        cache_creation_input_tokens: written,
        cache_read_input_tokens: cached,
        output_tokens: output,
        service_tier: 'standard',
      },
    };
  },
  error: (type, message) => ({
    type: 'error',
    error: { type, message },
    request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
  }),
  toolsIn: (body) =>
    (body as Body).tools.map(({ name, input_schema, strict }) => ({
      name,
      schema: input_schema,
      isStrict: strict === true,
    })),
  answerSchemaIn: (body) => (body as Body).output_config.format.schema,
};
