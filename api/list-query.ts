import type { ParameterizedContext } from 'koa';
import { z } from 'zod';

import { parseWith } from './parse.ts';

const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

const ListQuery = z.object({
  limit: wholeNumber
    .pipe(z.number().min(1, 'must be at least 1').max(200, 'must be at most 200'))
    .default(50),
  cursor: z
    .base64url('is not a cursor of this list')
    .refine(
      (cursor) => /^\d+ \S+$/.test(Buffer.from(cursor, 'base64url').toString()),
      'is not a cursor of this list',
    )
    .optional(),
});

/** `?limit` (1 to 200, default 50) and `?cursor` of a list. Throws INVALID_REQUEST. */
export function listQuery(ctx: ParameterizedContext): { limit: number; cursor: string | undefined } {
  const { limit, cursor } = parseWith(ListQuery, { limit: ctx.query['limit'], cursor: ctx.query['cursor'] });
  return { limit, cursor };
}
