import { z } from 'zod';

import { parseJson } from '#domain/json-value.ts';

/** The body of a request as a model writes it: text, or JSON as it is. It comes out as the text to send. */
export const HttpBody = z
  .union([z.string(), z.array(z.json()), z.record(z.string(), z.json())])
  .transform((body) => (typeof body === 'string' ? withoutSecondEncoding(body) : JSON.stringify(body)));

/** Models that take JSON for text write it as a JSON string once more. */
function withoutSecondEncoding(body: string): string {
  if (!/^\s*"\s*\\?[[{"]/.test(body)) return body;
  const inner = parseJson(body)?.value;
  if (typeof inner !== 'string') return body;
  return /^\s*[[{]/.test(inner) && parseJson(inner) !== null ? inner : body;
}
