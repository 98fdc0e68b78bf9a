import { z } from 'zod';

import { SearchResult } from '#contracts/body-search.ts';
import type { Told } from './capability.ts';
import { PageResult, tellPage } from './page.ts';

/** The result of reading in a delivery: a page of it, or the matches of a search. */
export const DeliveryReading = z.discriminatedUnion('kind', [PageResult, ...SearchResult.options]);
type DeliveryReading = z.infer<typeof DeliveryReading>;

/** Matches and values are the sender's words, so none of them is a fact. */
export function tellReading(result: DeliveryReading): Told {
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
