import { z } from 'zod';

/** An integer query parameter: parsed from text, documented as an integer. */
export function wholeNumber(bounds: { readonly min: number; readonly max: number; readonly usual: number }) {
  const { min, max, usual } = bounds;
  return z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(usual)
    .meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: 'integer', minimum: min, maximum: max, default: usual });
      },
    });
}

/** `?limit` (1 to 200, default 50) and `?cursor` of every list; the list itself validates the cursor. */
export const ListQuery = z.object({
  limit: wholeNumber({ min: 1, max: 200, usual: 50 }).describe('Items on a page.'),
  cursor: z
    .string()
    .min(1, 'is not a cursor of this list')
    .optional()
    .describe('`nextCursor` of the page before.'),
});

/** One page of a list; `nextCursor` is null on the last one. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('`cursor` of the next page. Null on the last one.'),
  });
}
