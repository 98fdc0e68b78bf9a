import { z } from 'zod';

/** `?limit` and `?cursor` of every list. */
export const listParams = {
  limit: z.int().min(1).max(200).default(50).optional().meta({ description: 'Items on a page.' }),
  cursor: z.string().min(1).optional().meta({ description: '`nextCursor` of the page before.' }),
};

export const ListQuery = z.object(listParams);

/** One page of a list; `nextCursor` is null on the last one. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('`cursor` of the next page. Null on the last one.'),
  });
}
