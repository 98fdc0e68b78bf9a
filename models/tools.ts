import { jsonSchema, tool, type ToolSet } from 'ai';
import { z } from 'zod';

import type { ToolCall } from '../contracts/turn.ts';
import { inputs, type ToolName, wireInputs } from './tool-inputs.ts';

const descriptions: Readonly<Record<ToolName, string>> = {
  http_request:
    'Sends one HTTP request. Hosts that are not allowed are refused. Credentials are attached by the service: never set them.',
  read_delivery:
    'Reads a page of the delivery beyond what the prompt shows, at most 16384 characters a call.',
  read_response: 'Reads a page of the answer to an earlier http_request beyond what was shown.',
  finish: 'Ends the run with the final answer. Call it alone.',
};

/** What the model may ask for. The schemas are made once: a turn is on the path of every run. */
export const agentTools: ToolSet = Object.fromEntries(
  (Object.keys(inputs) as ToolName[]).map((name) => [
    name,
    tool({ description: descriptions[name], inputSchema: schemaOf(name), strict: true }),
  ]),
);

/** The same without the tool for a delivery, of which a chat has none. */
export const chatTools: ToolSet = Object.fromEntries(
  Object.entries(agentTools).filter(([name]) => name !== 'read_delivery'),
);

/** What the tools add to every prompt. */
export const toolsBytes = Buffer.byteLength(
  JSON.stringify([descriptions, Object.values(wireInputs).map((schema) => z.toJSONSchema(schema))]),
);

function schemaOf(name: ToolName) {
  const schema = inputs[name];
  return jsonSchema(z.toJSONSchema(wireInputs[name]) as Parameters<typeof jsonSchema>[0], {
    validate: (value) => {
      const result = schema.safeParse(value);
      return result.success ? { success: true, value } : { success: false, error: result.error };
    },
  });
}

/** A valid call of the model as the workflow carries it out; null for `finish`. */
export function toToolCall(callId: string, name: string, input: unknown): ToolCall | null {
  switch (name) {
    case 'http_request': {
      const { method, url, headers, body } = inputs.http_request.parse(input);
      return { name, callId, method, url, ...(headers && { headers }), ...(body != null && { body }) };
    }
    case 'read_delivery': {
      const { pointer, offset, limit } = inputs.read_delivery.parse(input);
      return {
        name,
        callId,
        ...(pointer != null && { pointer }),
        ...(offset != null && { offset }),
        ...(limit != null && { limit }),
      };
    }
    case 'read_response':
      return { name, callId, ...inputs.read_response.parse(input) };
    default:
      return null;
  }
}

/** What a `finish` call says. */
export function finishIn(input: unknown): { readonly answer: string; readonly failure: string | null } {
  const { answer, failure } = inputs.finish.parse(input);
  return { answer, failure: failure?.trim() ? failure : null };
}
