import type { Catalogue } from '@reveille/tools';
import { z } from 'zod';

import type { ToolInvoker } from '#compute/threads/tool-invoker.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ToolResult } from '../tool-result.ts';

interface Deps {
  readonly tools: Pick<ToolInvoker, 'invoke'>;
  readonly catalogue: Catalogue;
}

/** Fits two texts of 200,000 characters with every character written as a six-character escape. */
const bytesMax = 3_000_000;

/** Runs a text tool; the reference has an example for each. */
export const invokeTool = ({ tools, catalogue: { items } }: Deps) => {
  const tool = z.string().meta({ description: 'The id of a tool.', enum: items.map(({ id }) => id) });
  // The tool's own schema validates the params and suggests the nearest valid name.
  const ToolInvocation = z.object({ tool, params: z.record(z.string(), z.unknown()) });
  const examples = Object.fromEntries(
    items.map(({ id, summary, example: { params } }) => [id, { summary, value: { tool: id, params } }]),
  );
  const results = Object.fromEntries(
    items.map(({ id, title, example: { result } }) => [id, { summary: title, value: { result } }]),
  );
  return defineOperation({
    method: 'post',
    path: '/api/tools/invoke',
    id: 'invokeTool',
    access: 'public',
    summary: 'Run a text tool',
    description: [
      'Same params, same result; random tools take `seed`. A text may have 200,000 characters, a result 1,000,000.',
      "The tool `pipeline` runs up to 20 tools on each other's results as one request, within the limits of one. Common other names work too: `md5` is `hash-text` with its algorithm set.",
      'Unknown params are refused, with the nearest valid one named. `GET /api/tools` lists the params of each tool.',
      'The tools of the family `model` (`summarize-text`, `translate-text`, `classify-text` and others) need a model and are listed where this service has one: their words differ from call to call, and a text may have 20,000 characters. Without a model, where it gives no usable answer within 20 seconds, and when the model calls of the day are used up, they answer 500 `MODEL_UNAVAILABLE`; the hint names tools that need none.',
    ].join('\n\n'),
    body: jsonBody(ToolInvocation, { examples, bytesMax }),
    answers: {
      200: json('The result: text, or JSON text with two-space indent where it is structured.', ToolResult, {
        examples: results,
      }),
    },
    refusals: ['UNKNOWN_TOOL', 'TOOL_LIMIT_EXCEEDED', 'MODEL_UNAVAILABLE', 'INTERNAL_ERROR'],
    handle: async ({ client, body }) => {
      const { tool: id, params } = await body();
      return { status: 200, body: { result: await tools.invoke(id, params, client) } };
    },
  });
};
