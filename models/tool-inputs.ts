import { z } from 'zod';

import { pageCharsMax } from '../domain/read-page.ts';

/**
 * What models are told to send: every member present, null for absent, no bounds. The strict modes of the providers
 * differ in what else they take.
 */
export const wireInputs = {
  http_request: z.object({
    method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
    url: z.string().describe('Absolute http(s) URL.'),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).nullable(),
    body: z.string().nullable().describe('The body as text; for JSON add a content-type header.'),
  }),
  read_delivery: z.object({
    pointer: z.string().nullable().describe('JSON pointer such as /order/items/3; null for the whole body.'),
    offset: z.int().nullable().describe('First character to read; null for 0.'),
    limit: z.int().nullable(),
  }),
  read_response: z.object({
    requestCallId: z.string().describe('The call id of the request.'),
    offset: z.int().describe('First character to read.'),
    limit: z.int().nullable(),
  }),
  finish: z.object({
    answer: z.string().describe('What was done, for the owner of the automation.'),
    failure: z
      .string()
      .nullable()
      .describe('The first thing that could not be done; null when all was done.'),
  }),
};

const offset = z.int().min(0);
const limit = z.int().min(1);
const headers = z
  .union([z.array(z.object({ name: z.string(), value: z.string() })), z.record(z.string(), z.string())])
  .transform((given) =>
    Array.isArray(given) ? Object.fromEntries(given.map(({ name, value }) => [name, value])) : given,
  );

/** What we take: models that know no strict mode leave members out, and send headers as an object. */
export const inputs = {
  http_request: z.object({
    method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
    url: z.string().min(1).max(8_192),
    headers: headers.nullish(),
    body: z.string().nullish(),
  }),
  read_delivery: z.object({
    pointer: z.string().nullish(),
    offset: offset.nullish(),
    limit: limit.nullish(),
  }),
  read_response: z.object({
    requestCallId: z.string(),
    offset: offset.default(0),
    limit: limit.nullish().transform((given) => given ?? pageCharsMax),
  }),
  finish: z.object({ answer: z.string(), failure: z.string().nullish() }),
};

export type ToolName = keyof typeof inputs;
