import type { ParameterizedContext } from 'koa';
import type { z } from 'zod';

import { DomainError } from '../domain/domain-error.ts';
import { readBytes } from './read-bytes.ts';

const manageBodyBytesMax = 1_000_000;

/** The JSON body of a request, by its schema. Throws INVALID_JSON, INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
export async function parseBody<T>(
  ctx: ParameterizedContext,
  schema: z.ZodType<T>,
  bytesMax = manageBodyBytesMax,
): Promise<T> {
  const bytes = await readBytes(ctx.req, bytesMax);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new DomainError('INVALID_JSON', 'The body is not JSON');
  }
  return parseWith(schema, json);
}

/** Throws INVALID_REQUEST; the message names the first field that is wrong, or `name` for a single value. */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown, name = 'body'): T {
  const result = parseWithinStack(schema, value, name);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || name;
  throw new DomainError('INVALID_REQUEST', `${field}: ${issue?.message ?? 'is not valid'}`);
}

/** A schema that follows JSON down recursively runs out of stack long before the parser of the text does. */
function parseWithinStack<T>(schema: z.ZodType<T>, value: unknown, name: string): z.ZodSafeParseResult<T> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof RangeError)
      throw new DomainError('INVALID_REQUEST', `${name}: is nested too deeply`);
    throw error;
  }
}
