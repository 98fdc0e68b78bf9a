import { z } from 'zod';

import type { TextPage } from '#domain/read-page.ts';
import type { Told } from './capability.ts';

/** A slice of a longer text, as returned by core/domain/read-page.ts. */
export const PageResult = z.object({
  kind: z.literal('page'),
  page: z.object({
    text: z.string(),
    offset: z.number(),
    totalChars: z.number(),
    nextOffset: z.number().nullable(),
  }) satisfies z.ZodType<TextPage>,
});
type PageResult = z.infer<typeof PageResult>;

export function tellPage({ page }: PageResult): Told {
  const { text, ...position } = page;
  return { facts: { kind: 'page', ...position }, data: text };
}
