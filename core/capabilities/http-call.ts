import { z } from 'zod';
import { outboundMethods } from '#domain/outbound-method.ts';
import type { Call } from './capability.ts';
import { parseJson } from '#domain/json-value.ts';

/** The body of a request as a model writes it: text, or JSON as it is. It comes out as the text to send. */
const HttpBody = z
  .union([z.string(), z.array(z.json()), z.record(z.string(), z.json())])
  .transform((body) => (typeof body === 'string' ? withoutSecondEncoding(body) : JSON.stringify(body)));

/** Models that take JSON for text write it as a JSON string once more. */
function withoutSecondEncoding(body: string): string {
  if (!/^\s*"\s*\\?[[{"]/.test(body)) return body;
  const inner = parseJson(body)?.value;
  if (typeof inner !== 'string') return body;
  return /^\s*[[{]/.test(inner) && parseJson(inner) !== null ? inner : body;
}

/** A request as a model is asked to write it, and as it is accepted. */

export const wireInput = z.object({
  method: z.enum(outboundMethods).describe('GET reads; the others change something.'),
  url: z.string().describe('Absolute http(s) URL with its query.'),
  headers: z
    .array(
      z.object({
        name: z.string().describe('Such as Accept.'),
        value: z.string().describe('Plain text, without line breaks.'),
      }),
    )
    .nullable()
    .describe('Only what the target needs beside what the service sets by itself; null for none.'),
  body: z
    .string()
    .nullable()
    .describe(
      'Null for none. JSON is written as it is, such as {"id": 7}, not as a string in quotes; its content-type is set by the service.',
    ),
});

export const input = z
  .object({
    method: z.enum(outboundMethods),
    url: z.string(),
    // Models without strict mode send an object.
    headers: z
      .union([z.array(z.object({ name: z.string(), value: z.string() })), z.record(z.string(), z.string())])
      .transform((given) =>
        Array.isArray(given) ? Object.fromEntries(given.map(({ name, value }) => [name, value])) : given,
      )
      .nullish(),
    body: HttpBody.nullish(),
  })
  .transform(({ method, url, headers, body }) => ({
    method,
    url,
    ...(headers && { headers }),
    ...(body != null && { body }),
  }));

export type HttpRequestCall = Call<'http_request', typeof input>;
