import type { TurnDelivery } from '../contracts/turn.ts';
import { quotedList } from '../domain/quote.ts';
import { readDocument } from './document/delivery-document.ts';
import { applyFilter, matchedBy, readFilter } from './filter.ts';

/** What the rules alone make of a delivery; `matched` is null where only a model could tell. */
export interface Trial {
  readonly matched: boolean | null;
  readonly evidence: string;
}

/** A filter to be tried on deliveries. Pure: nothing is asked, sent or kept. `plain` is how it was understood. */
export function createFilterTrial(filter: string): {
  readonly plain: string | null;
  readonly judge: (delivery: TurnDelivery) => Trial;
} {
  const read = readFilter(filter);
  if (read.state === 'not-understood') {
    const evidence = `the rules did not understand ${quotedList(read.notUnderstood)}`;
    const trial = { matched: null, evidence };
    return { plain: null, judge: () => trial };
  }
  const { condition, plain } = read;
  return {
    plain,
    judge: (delivery) => {
      const { verdict, evidence } = applyFilter(condition, readDocument(delivery));
      return { matched: matchedBy[verdict], evidence };
    },
  };
}
