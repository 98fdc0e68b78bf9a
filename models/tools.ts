import { jsonSchema, tool, type ToolSet } from 'ai';
import { z } from 'zod';

import type { ToolCall } from '../contracts/turn.ts';
import { pageCharsMax } from '../domain/read-page.ts';

const offset = z.int().min(0);
const limit = z.int().min(1).max(pageCharsMax);

/** What the model may ask for. Strict providers want every member present, so that absent is null. */
const inputs = {
  http_request: z.object({
    method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
    url: z.string().max(8_192).describe('Absolute http(s) URL.'),
    headers: z.record(z.string(), z.string()).nullish(),
    body: z.string().nullish().describe('The body as text; JSON as text, with a content-type header.'),
  }),
  read_delivery: z.object({
    pointer: z
      .string()
      .nullish()
      .describe('JSON pointer such as /order/items/3; leave out for the whole body.'),
    offset: offset.nullish().describe('First character to read.'),
    limit: limit.nullish(),
  }),
  read_response: z.object({
    requestCallId: z.string().describe('The call id of the request.'),
    offset,
    limit: limit.nullish(),
  }),
  finish: z.object({ answer: z.string().describe('What was done, for the owner of the automation.') }),
};

type Name = keyof typeof inputs;

const descriptions: Readonly<Record<Name, string>> = {
  http_request:
    'Sends one HTTP request. Hosts that are not allowed are refused. Credentials are attached by the service: never set them.',
  read_delivery:
    'Reads a page of the delivery beyond what the prompt shows, at most 16384 characters a call.',
  read_response: 'Reads a page of the answer to an earlier http_request beyond what was shown.',
  finish: 'Ends the run with the final answer. Call it alone.',
};

/** The schemas are made once: a turn is on the path of every run. */
export const agentTools: ToolSet = Object.fromEntries(
  (Object.keys(inputs) as Name[]).map((name) => [
    name,
    tool({ description: descriptions[name], inputSchema: schemaOf(name) }),
  ]),
);

function schemaOf(name: Name) {
  const schema = inputs[name];
  return jsonSchema(z.toJSONSchema(schema, { io: 'input' }) as Parameters<typeof jsonSchema>[0], {
    validate: (value) => {
      const result = schema.safeParse(value);
      return result.success ? { success: true, value: result.data } : { success: false, error: result.error };
    },
  });
}

/** A valid call of the model as the workflow carries it out; `finish` and what does not fit give null. */
export function toToolCall(callId: string, name: string, input: unknown): ToolCall | null {
  switch (name) {
    case 'http_request': {
      const { method, url, headers, body } = inputs.http_request.parse(input);
      return { name, callId, method, url, ...(headers && { headers }), ...(body != null && { body }) };
    }
    case 'read_delivery': {
      const { pointer, offset: from, limit: count } = inputs.read_delivery.parse(input);
      return {
        name,
        callId,
        ...(pointer != null && { pointer }),
        ...(from != null && { offset: from }),
        ...(count != null && { limit: count }),
      };
    }
    case 'read_response': {
      const { requestCallId, offset: from, limit: count } = inputs.read_response.parse(input);
      return { name, callId, requestCallId, offset: from, limit: count ?? pageCharsMax };
    }
    default:
      return null;
  }
}

/** The answer in a `finish` call. */
export const answerIn = (input: unknown): string => inputs.finish.parse(input).answer;
