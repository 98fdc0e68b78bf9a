import type { ParameterizedContext } from 'koa';
import { z } from 'zod';

import { parseWithMessages } from '@reveille/tools';
import { DomainError } from '../../domain/domain-error.ts';
import { suggestKey } from './suggest-key.ts';
import { readBytes } from './read-bytes.ts';

const manageBodyBytesMax = 1_000_000;

interface BodyOptions {
  readonly bytesMax?: number;
  /** What the call answers with: members that only it has may come back. */
  readonly answer?: z.ZodObject;
}

/**
 * The JSON body of a request, by its schema. Members that it does not know are passed over, unless they look like a slip
 * for one that it knows. Throws INVALID_JSON, INVALID_REQUEST, PAYLOAD_TOO_LARGE.
 */
export async function parseBody<T>(
  ctx: ParameterizedContext,
  schema: z.ZodType<T>,
  { bytesMax = manageBodyBytesMax, answer }: BodyOptions = {},
): Promise<T> {
  const bytes = await readBytes(ctx.req, bytesMax);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new DomainError('INVALID_JSON', 'The body is not JSON');
  }
  if (schema instanceof z.ZodObject && typeof json === 'object' && json !== null && !Array.isArray(json))
    refuseSlip(json, schema, { place: 'a member of this body', answer });
  return parseWith(schema, json);
}

/** The query of a list, by its schema; a repeated parameter is a list. Throws INVALID_REQUEST as `parseBody` does. */
export function parseQuery<S extends z.ZodRawShape>(
  ctx: ParameterizedContext,
  schema: z.ZodObject<S>,
): z.output<z.ZodObject<S>> {
  const query = { ...ctx.query };
  refuseSlip(query, schema, { place: 'a parameter of this list' });
  return parseWith(schema, query);
}

function refuseSlip(
  written: object,
  { shape }: z.ZodObject,
  { place, answer }: { readonly place: string; readonly answer?: z.ZodObject | undefined },
): void {
  const slip = suggestKey(Object.keys(written), Object.keys(shape), Object.keys(answer?.shape ?? {}));
  if (slip === null) return;
  const { name, meant } = slip;
  throw new DomainError('INVALID_REQUEST', `${name} is not ${place}. Did you mean ${meant}?`, {
    hint: `Rename ${name} or leave it out; names are ${Object.keys(shape).join(', ')}.`,
  });
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
    return parseWithMessages(schema, value);
  } catch (error) {
    if (error instanceof RangeError)
      throw new DomainError('INVALID_REQUEST', `${name}: is nested too deeply`);
    throw error;
  }
}
