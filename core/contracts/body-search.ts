import { z } from 'zod';

/** A search in the whole body of a delivery. */

/** The aggregates over everything that a path selects. */
export const aggregates = ['count', 'sum', 'average', 'min', 'max', 'distinct'] as const;
export type Aggregate = (typeof aggregates)[number];

export interface SearchedBody {
  readonly text: string;
  readonly contentType: string | null;
}

/** `offset` and `limit` count matches. */
export type BodySearch = { readonly offset: number; readonly limit: number } & (
  | { readonly kind: 'query'; readonly path: string; readonly aggregate: Aggregate | null }
  | { readonly kind: 'find'; readonly needle: string }
);

/** Some of the matches, one JSON object a line. `nextOffset` is null after the last. */
const Matches = z.object({
  kind: z.literal('matches'),
  total: z.number(),
  offset: z.number(),
  nextOffset: z.number().nullable(),
  lines: z.string(),
});
export type Matches = Readonly<z.infer<typeof Matches>>;

/** One value computed of all matches, null where none of them counts. `others`: those that are no numbers. */
const Aggregated = z.object({
  kind: z.literal('aggregate'),
  aggregate: z.enum(aggregates),
  matches: z.number(),
  others: z.number(),
  value: z.string().nullable(),
});
export type Aggregated = Readonly<z.infer<typeof Aggregated>>;

export const SearchResult = z.discriminatedUnion('kind', [Matches, Aggregated]);
export type SearchResult = Readonly<z.infer<typeof SearchResult>>;

/** `message`: a public sentence that says what to do instead. */
export type SearchAnswer = SearchResult | { readonly kind: 'refused'; readonly message: string };
