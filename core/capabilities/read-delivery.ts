import { z } from 'zod';
import {
  aggregates,
  type BodySearch,
  type SearchAnswer,
  type SearchedBody,
  SearchResult,
} from '#contracts/body-search.ts';
import type { RunRef } from '#contracts/run.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { deliveryText } from '#domain/body-text.ts';
import { pageCharsMax, readDelivery as readPage } from '#domain/read-page.ts';
import { type Call, defineCapability, type Told } from './capability.ts';
import type { Refused } from './call-failure.ts';
import { PageResult, tellPage } from './page.ts';

/** The result of reading in a delivery: a page of it, or the matches of a search. */
const DeliveryReading = z.discriminatedUnion('kind', [PageResult, ...SearchResult.options]);
type DeliveryReading = z.infer<typeof DeliveryReading>;

/** Matches and values are the sender's words, so none of them is a fact. */
function tellReading(result: DeliveryReading): Told {
  switch (result.kind) {
    case 'page':
      return tellPage(result);
    case 'matches': {
      const { lines, ...facts } = result;
      return { facts, data: lines };
    }
    case 'aggregate': {
      const { value, others, ...facts } = result;
      const notCounted = others > 0 && { notCounted: others };
      return { facts: { ...facts, ...notCounted, ...(value === null && { value }) }, data: value ?? '' };
    }
  }
}

interface ReadDeliveryPorts {
  /** Null in a chat. */
  readonly delivery: (run: RunRef) => Promise<TurnDelivery | null>;
  /** Searches the whole body within limits of time and memory. Rejects while it cannot search. */
  readonly searchBody: (run: RunRef, body: SearchedBody, search: BodySearch) => Promise<SearchAnswer>;
}

const given = z
  .string()
  .nullish()
  .transform((text) => (text?.trim() ? text : undefined));

const input = z
  .object({
    pointer: z.string().nullish(),
    query: given,
    aggregate: z.enum(aggregates).nullish(),
    find: given,
    offset: z.int().min(0).nullish(),
    limit: z.int().min(1).nullish(),
  })
  .transform(({ pointer, query, aggregate, find, offset, limit }) => ({
    ...(pointer != null && { pointer }),
    ...(query !== undefined && { query }),
    ...(aggregate != null && { aggregate }),
    ...(find !== undefined && { find }),
    ...(offset != null && { offset }),
    ...(limit != null && { limit }),
  }));
type ReadDeliveryCall = Call<'read_delivery', typeof input>;

/** Reads the whole delivery in parts: a page of it, what a path selects or computes, or where a text stands. */
export const readDelivery = defineCapability({
  kind: 'read',
  name: 'read_delivery',
  description:
    'Reads the whole delivery beyond what the prompt shows. Give one of pointer (a part), query (what a JSONPath selects, or one exact value computed of all of it) and find (where a text stands); none of them reads on by offset. A form is read as an object of its fields.',
  needsDelivery: true,
  wireInput: z.object({
    pointer: z.string().nullable().describe('JSON pointer of a part, such as /order/items/3; else null.'),
    query: z
      .string()
      .nullable()
      .describe(
        'JSONPath (RFC 9535) over the whole delivery, such as $.items[?@.sku == "A1"].price or $..email; else null. Filters compare texts with texts and numbers with numbers.',
      ),
    aggregate: z
      .enum(aggregates)
      .nullable()
      .describe(
        'With query: computes this of everything that the query selects, exactly; null lists the matches. distinct lists the different values with their counts.',
      ),
    find: z.string().nullable().describe('Text to find in names and values, in any case; else null.'),
    offset: z
      .int()
      .nullable()
      .describe('The beginning: the first character, or with query and find the first match. Null for 0.'),
    limit: z
      .int()
      .nullable()
      .describe('How many characters, or with query and find matches. Null for as many as fit.'),
  }),
  input,
  result: DeliveryReading,
  step: null,
  describe: () => 'Read on in the delivery',
  tell: tellReading,
  perform: async (call, { delivery, searchBody }: ReadDeliveryPorts, run) => {
    const found = await delivery(run);
    if (found === null) return { result: refused('A chat has no delivery.'), step: null };
    const search = searchOf(call);
    if (search === null) return { result: pageOf(call, found), step: null };
    if (search.kind === 'refused') return { result: search, step: null };
    const text = deliveryText(found.body, found.contentType);
    return { result: await searchBody(run, { text, contentType: found.contentType }, search), step: null };
  },
});

const refused = (message: string): Refused => ({ kind: 'refused', message });

/** The search of a call; null if it asks for a page. */
function searchOf({ pointer, query, aggregate, find, offset = 0, limit = Infinity }: ReadDeliveryCall) {
  const asked = [pointer || undefined, query, find].filter((one) => one !== undefined);
  if (asked.length > 1) return refused('Give only one of pointer, query and find.');
  if (aggregate !== undefined && query === undefined)
    return refused('Give the query whose matches to compute, such as $.items[*].price.');
  const window = { offset, limit: Math.min(limit, pageCharsMax) };
  if (query !== undefined)
    return { kind: 'query' as const, path: query, aggregate: aggregate ?? null, ...window };
  return find === undefined ? null : { kind: 'find' as const, needle: find, ...window };
}

function pageOf(call: ReadDeliveryCall, { body, contentType }: TurnDelivery) {
  const read = readPage(body, call, contentType);
  return 'page' in read ? { kind: 'page' as const, page: read.page } : refused(read.missing);
}
