import type { TurnDelivery } from '../contracts/turn.ts';
import { evaluateFilter, matchedByVerdict, readFilter } from './filter.ts';
import { quotedList } from './language/quote.ts';
import { readDocument } from './read-document.ts';

/** What the rules alone decide about a delivery; `matched` is null where only a model could tell. */
interface TrialResult {
  readonly matched: boolean | null;
  readonly evidence: string;
}

/** A filter to be tried on deliveries. Pure: nothing is asked, sent or stored. */
export interface FilterTrial {
  /** How the filter was understood, in plain English; null when it was not. */
  readonly plain: string | null;
  readonly evaluate: (delivery: TurnDelivery) => TrialResult;
}

/** `filter`: null lets every delivery run. */
export function createFilterTrial(filter: string | null): FilterTrial {
  if (filter === null)
    return { plain: null, evaluate: () => ({ matched: true, evidence: 'there is no filter' }) };
  const read = readFilter(filter);
  if (read.state === 'not-understood') {
    const evidence = `the rules did not understand ${quotedList(read.notUnderstood)}`;
    return { plain: null, evaluate: () => ({ matched: null, evidence }) };
  }
  const { condition, plain } = read;
  return {
    plain,
    evaluate: (delivery) => {
      const { verdict, evidence } = evaluateFilter(condition, readDocument(delivery));
      return { matched: matchedByVerdict[verdict], evidence };
    },
  };
}
