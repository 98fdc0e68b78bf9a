import type { ParameterizedContext } from 'koa';
import { z } from 'zod';

import { Outcome } from '../contracts/run.ts';
import { parseQuery } from './body/parse.ts';

const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

const ListQuery = z.object({
  limit: wholeNumber.pipe(z.number().min(1).max(200)).default(50),
  /** Read by the list itself, which refuses one that it did not give. */
  cursor: z.string().optional(),
});

interface PageQuery {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** `?limit` (1 to 200, default 50) and `?cursor` of a list. Throws INVALID_REQUEST. */
export function listQuery(ctx: ParameterizedContext): PageQuery {
  const { limit, cursor } = parseQuery(ctx, ListQuery);
  return { limit, cursor };
}

const ActivityQuery = ListQuery.extend({ outcome: Outcome.optional() });

/** As {@link listQuery}, and `?outcome`. */
export function activityQuery(
  ctx: ParameterizedContext,
): PageQuery & { readonly outcome: Outcome | undefined } {
  const { limit, cursor, outcome } = parseQuery(ctx, ActivityQuery);
  return { limit, cursor, outcome };
}
