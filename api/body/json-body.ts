import type { z } from 'zod';

import { DomainError } from '#domain/domain-error.ts';
import type { Examples } from '../openapi/examples.ts';
import type { BodyReader, ReadingOptions } from './body-reader.ts';
import type { InputWording } from './input-wording.ts';
import { parseInput } from './parse-input.ts';
import { readBytes, usualBytesMax } from './read-bytes.ts';

/** A JSON body, validated by its schema. */
export function jsonBody<T>(
  schema: z.ZodType<T>,
  { examples, bytesMax = usualBytesMax }: { readonly examples?: Examples; readonly bytesMax?: number } = {},
): BodyReader<Promise<T>> {
  const parse = (value: unknown, { wording, answeredKeys }: ReadingOptions) =>
    parseInput(schema, value, { whole: 'body', keyOf: 'a member of this body', answeredKeys, wording });
  return {
    content: { 'application/json': { schema, ...(examples === undefined ? {} : { examples }) } },
    refusals: [
      'INVALID_JSON',
      'INVALID_REQUEST',
      'PAYLOAD_TOO_LARGE',
      'INVALID_ENCODING',
      'UNSUPPORTED_ENCODING',
    ],
    read: async (request, options) => {
      const bytes = await readBytes(request, { ...options.wording, bytesMax });
      return parse(parseJson(bytes, options.wording), options);
    },
    take: async (value, options) => parse(value, options),
  };
}

/** Throws INVALID_JSON. A byte order mark is ignored. */
function parseJson(bytes: Buffer, wording: InputWording): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new DomainError('INVALID_JSON', wording.notJson(bytes, error));
  }
}
