import type { Catalogue } from '@reveille/tools';
import { ToolCatalogue, ToolInvocation, ToolResult } from '../../../contracts/tool.ts';
import type { Operation } from '../operation.ts';

/** The text tools, with an example for each of them. */
export function toolOperations({ items }: Catalogue): readonly Operation[] {
  const ids = items.map(({ id }) => id);
  const examples = Object.fromEntries(
    items.map(({ id, summary, example: { params } }) => [id, { summary, value: { tool: id, params } }]),
  );
  const results = Object.fromEntries(
    items.map(({ id, title, example: { result } }) => [id, { summary: title, value: { result } }]),
  );
  return [
    {
      method: 'get',
      path: '/api/tools',
      id: 'listTools',
      part: 'public',
      summary: 'List every text tool',
      description:
        'Each with its params as JSON Schema and an example. The example gives exactly the result shown, but for the family `model`: there it is one that a model may give.',
      success: {
        status: 200,
        description: 'Every tool, family by family.',
        bodies: [{ mediaType: 'application/json', schema: ToolCatalogue }],
      },
    },
    {
      method: 'post',
      path: '/api/tools/invoke',
      id: 'invokeTool',
      part: 'public',
      summary: 'Run a text tool',
      description: [
        'Same params, same result; random tools take `seed`. A text may have 200,000 characters, a result 1,000,000.',
        'Unknown params are refused, with the nearest valid one named. `GET /api/tools` lists the params of each tool.',
        'The tools of the family `model` (`summarize-text`, `translate-text`, `classify-text` and others) need a model and are listed where this service has one: their words differ from call to call, and a text may have 20,000 characters. Without a model, where it gives no usable answer within 20 seconds, and when the model calls of the day are used up, they answer 500 `MODEL_UNAVAILABLE`; the hint names tools that need none.',
      ].join('\n\n'),
      request: [
        {
          mediaType: 'application/json',
          schema: ToolInvocation.extend({
            tool: ToolInvocation.shape.tool.meta({ description: 'The id of a tool.', enum: ids }),
          }),
          examples,
        },
      ],
      success: {
        status: 200,
        description: 'The result: text, or JSON text with two-space indent where it is structured.',
        bodies: [{ mediaType: 'application/json', schema: ToolResult, examples: results }],
      },
      refusals: ['UNKNOWN_TOOL', 'TOOL_LIMIT_EXCEEDED', 'MODEL_UNAVAILABLE', 'INTERNAL_ERROR'],
    },
  ];
}
