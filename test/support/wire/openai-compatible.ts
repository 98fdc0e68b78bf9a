import { usualUsage, type WireFormat } from './format.ts';

interface Body {
  readonly tools: readonly {
    readonly function: { readonly name: string; readonly parameters: object; readonly strict?: boolean };
  }[];
  readonly response_format: { readonly json_schema: { readonly schema: object } };
}

/** Chat Completions, as Ollama, vLLM, llama.cpp and LM Studio offer them. */
export const openaiCompatible: WireFormat = {
  modelId: 'qwen3:8b',
  path: '/v1',
  answer: ({ text, reasoning, calls = [], isCut, isRefused, usage }) => {
    const { input, cached, output, reasoning: reasoned } = { ...usualUsage, ...usage };
    const toolCalls = calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }));
    return {
      id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
      object: 'chat.completion',
      created: 1_741_569_952,
      model: 'qwen3:8b',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: isRefused ? null : (text ?? null),
            ...(isRefused && { refusal: text }),
            ...(reasoning !== undefined && { reasoning_content: reasoning }),
            ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
          },
          finish_reason: isCut ? 'length' : toolCalls.length > 0 ? 'tool_calls' : 'stop',
        },
      ],
      usage: {
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output,
        prompt_tokens_details: { cached_tokens: cached },
        completion_tokens_details: { reasoning_tokens: reasoned },
      },
    };
  },
  error: (type, message) => ({ error: { message, type, code: type } }),
  toolsIn: (body) =>
    (body as Body).tools.map(({ function: { name, parameters, strict } }) => ({
      name,
      schema: parameters,
      isStrict: strict === true,
    })),
  answerSchemaIn: (body) => (body as Body).response_format.json_schema.schema,
};
