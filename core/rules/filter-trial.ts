import type { ConditionSource } from '#contracts/condition.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { evaluateFilter, type FilterOutcome, matchedByVerdict, readFilter } from './filter.ts';
import { judgeCondition, plainCondition } from './judge-condition.ts';
import { quotedList } from './language/quote.ts';
import { type DeliveryDocument, readDocument } from './read-document.ts';
import { filterSpelling } from './spelling.ts';

/** What is certain of a delivery without asking; `matched` is null where only a model could tell. */
export interface TrialResult {
  readonly matched: boolean | null;
  readonly evidence: string;
}

/** A filter to be tried on deliveries. Pure: nothing is asked, sent or stored. */
export interface FilterTrial {
  /** How the filter was understood, in plain English; null when it was not. */
  readonly plain: string | null;
  readonly evaluate: (delivery: TurnDelivery) => TrialResult;
}

interface Tried {
  /** Null lets every delivery run. */
  readonly filter: string | null;
  /** Decides in its place; null where there is none. */
  readonly condition: ConditionSource | null;
}

export function createFilterTrial({ filter, condition }: Tried): FilterTrial {
  if (condition !== null) return createConditionTrial(condition);
  if (filter === null)
    return { plain: null, evaluate: () => ({ matched: true, evidence: 'there is no filter' }) };
  const read = readFilter(filter);
  const unread = read.state === 'understood' ? '' : unreadEvidence(read.notUnderstood);
  const byRules = (document: DeliveryDocument): Pick<FilterOutcome, 'verdict' | 'evidence'> =>
    read.state === 'understood'
      ? evaluateFilter(read.condition, document)
      : { verdict: 'needs_model', evidence: unread };
  return {
    plain: read.state === 'understood' ? read.plain : null,
    evaluate: (delivery) => {
      const { verdict, evidence } = byRules(readDocument(delivery));
      return { matched: matchedByVerdict[verdict], evidence };
    },
  };
}

const createConditionTrial = (condition: ConditionSource): FilterTrial => ({
  plain: plainCondition(condition),
  evaluate: (delivery) => {
    const { verdict, evidence } = judgeCondition(condition, delivery);
    return { matched: matchedByVerdict[verdict], evidence };
  },
});

function unreadEvidence(notUnderstood: readonly string[]): string {
  const asked = filterSpelling(notUnderstood);
  const spelling = asked === null ? '' : `; ${asked}`;
  return `the rules did not understand ${quotedList(notUnderstood)}${spelling}`;
}
