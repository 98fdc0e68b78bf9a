import { type Condition, every } from './condition/condition-tree.ts';
import { describeCondition } from './condition/describe-condition.ts';
import { evaluateCondition } from './condition/evaluate-condition.ts';
import { readSentence } from './condition/read-guard.ts';
import type { DeliveryDocument } from './document/delivery-document.ts';
import { quotedList } from './language/quote.ts';
import { isReadableLength, tooLongSentence } from './language/readable-length.ts';
import { splitSentences } from './language/split-sentences.ts';
import { asSentence, filterSpelling } from './spelling.ts';

/** A filter as the rules read it: the condition to evaluate, or the sentences that they did not understand. */
export type ReadFilter =
  | { readonly state: 'understood'; readonly condition: Condition; readonly plain: string }
  | {
      readonly state: 'not-understood';
      readonly understood: readonly string[];
      readonly notUnderstood: readonly string[];
    };

/** Reads a filter such as "Only run when the order status is paid". All sentences must be understood. */
export function readFilter(text: string): ReadFilter {
  if (!isReadableLength(text))
    return { state: 'not-understood', understood: [], notUnderstood: [tooLongSentence] };
  const sentences = splitSentences(text).map((sentence) => ({
    sentence,
    condition: readSentence(sentence.tokens),
  }));
  const conditions = sentences.flatMap(({ condition }) => (condition === null ? [] : [condition]));
  if (conditions.length === sentences.length) {
    const condition = every(conditions);
    return { state: 'understood', condition, plain: `Run when ${describeCondition(condition)}.` };
  }
  const textsWhere = (isUnderstood: boolean): readonly string[] =>
    sentences
      .filter(({ condition }) => (condition !== null) === isUnderstood)
      .map(({ sentence }) => sentence.text);
  return { state: 'not-understood', understood: textsWhere(true), notUnderstood: textsWhere(false) };
}

/** Why a delivery cannot be judged by a filter of which these sentences were not understood. */
export const reasonOfUnreadFilter = (notUnderstood: readonly string[]): string =>
  `Offline rules did not understand the filter: ${quotedList(notUnderstood)}.${asSentence(filterSpelling(notUnderstood))}`;

/** What a filter decides about a delivery. */
export interface FilterOutcome {
  readonly verdict: 'run' | 'skip' | 'needs_model';
  readonly reason: string;
  readonly evidence: string;
}

/** What a record says of a verdict: whether the delivery matched, null where that was not decided. */
export const matchedByVerdict = { run: true, skip: false, needs_model: null } as const;

/** Never throws, and always gives a reason. What a delivery does not say for certain neither runs nor skips. */
export function evaluateFilter(condition: Condition, document: DeliveryDocument): FilterOutcome {
  const { value, evidence } = evaluateCondition(condition, document);
  if (value === true) return { verdict: 'run', reason: `The filter matched: ${evidence}.`, evidence };
  if (value === false) return { verdict: 'skip', reason: `The filter did not match: ${evidence}.`, evidence };
  const plain = describeCondition(condition);
  return {
    verdict: 'needs_model',
    reason: `Offline rules cannot decide the filter "${plain}" on this delivery: ${evidence}.`,
    evidence,
  };
}
