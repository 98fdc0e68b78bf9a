import { isUtf8 } from 'node:buffer';

import type { ParameterizedContext } from 'koa';
import type { z } from 'zod';

import { parseWithMessages } from '@reveille/tools';
import { DomainError } from '../../domain/domain-error.ts';
import { readBytes } from './read-bytes.ts';

/**
 * The JSON body of a request to the public API, by its schema; the message of a refusal names the field. Throws
 * INVALID_JSON, INVALID_REQUEST, PAYLOAD_TOO_LARGE, INVALID_ENCODING, UNSUPPORTED_ENCODING.
 */
export async function publicBody<T>(
  ctx: ParameterizedContext,
  schema: z.ZodType<T>,
  bytesMax: number,
): Promise<T> {
  const result = parseWithMessages(schema, parseJson(await readWithin(ctx, bytesMax)));
  if (result.success) return result.data;
  throw new DomainError('INVALID_REQUEST', `${complaint(result.error)}.`);
}

async function readWithin(ctx: ParameterizedContext, bytesMax: number): Promise<Buffer> {
  try {
    return await readBytes(ctx.req, bytesMax);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'PAYLOAD_TOO_LARGE')) throw error;
    throw new DomainError(
      'PAYLOAD_TOO_LARGE',
      `The body may hold at most ${bytesMax.toLocaleString('en')} bytes.`,
      { hint: 'Send less in one request.' },
    );
  }
}

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new DomainError('INVALID_JSON', 'The body is not JSON: it is not valid UTF-8.');
  const text = bytes.toString();
  try {
    return JSON.parse(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  } catch (error) {
    if (text.trim() === '') throw new DomainError('INVALID_JSON', 'The body is empty; it must be JSON.');
    const place =
      error instanceof Error ? /at position \d+|Unexpected end/.exec(error.message)?.[0] : undefined;
    throw new DomainError('INVALID_JSON', `The body is not JSON${place === undefined ? '' : ` (${place})`}.`);
  }
}

const byteOrderMark = '\ufeff';

function complaint({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined || issue.path.length === 0) return 'The body must be a JSON object';
  return `${issue.path.join('.')} ${issue.message}`;
}
