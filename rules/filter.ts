import { type Condition, every } from './condition/condition-tree.ts';
import { describeCondition } from './condition/describe-condition.ts';
import { evaluateCondition } from './condition/evaluate-condition.ts';
import { readCondition } from './condition/read-condition.ts';
import { readGuard } from './condition/read-guard.ts';
import type { DeliveryDocument } from './document/delivery-document.ts';
import { type Sentence, splitSentences } from './language/split-sentences.ts';
import { lowerAt } from './language/token.ts';

/** Longer texts are not read by rules. */
const ruleTextBytesMax = 4_096;

export const isReadableLength = (text: string): boolean =>
  text.length <= ruleTextBytesMax && new TextEncoder().encode(text).byteLength <= ruleTextBytesMax;

/** What the rules made of a filter: the condition to run, or the sentences that they did not understand. */
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
    return { state: 'not-understood', understood: [], notUnderstood: ['a text of more than 4 KB'] };
  const sentences = splitSentences(text).map((sentence) => ({ sentence, condition: conditionOf(sentence) }));
  const conditions = sentences.flatMap(({ condition }) => (condition === null ? [] : [condition]));
  if (conditions.length === sentences.length) {
    const condition = every(conditions);
    return { state: 'understood', condition, plain: `Run when ${describeCondition(condition)}.` };
  }
  const textsOf = (isUnderstood: boolean): readonly string[] =>
    sentences
      .filter(({ condition }) => (condition !== null) === isUnderstood)
      .map(({ sentence }) => sentence.text);
  return { state: 'not-understood', understood: textsOf(true), notUnderstood: textsOf(false) };
}

function conditionOf({ tokens }: Sentence): Condition | null {
  const isOnly = lowerAt(tokens, 0) === 'only';
  return readGuard(tokens) ?? readCondition(isOnly ? tokens.slice(1) : tokens);
}

/** What a filter comes to on a delivery. */
export type FilterOutcome =
  | { readonly verdict: 'run' | 'skip'; readonly reason: string; readonly evidence: string }
  | { readonly verdict: 'needs_model'; readonly reason: string; readonly evidence: string };

/** What a record says of a verdict: null where it could not be judged. */
export const matchedBy = { run: true, skip: false, needs_model: null } as const;

/** Never throws, and always gives a reason. A delivery that does not say is skipped. */
export function applyFilter(condition: Condition, document: DeliveryDocument): FilterOutcome {
  const { value, evidence, needsReader } = evaluateCondition(condition, document);
  if (value === true) return { verdict: 'run', reason: `The filter matched: ${evidence}.`, evidence };
  if (value === false) return { verdict: 'skip', reason: `The filter did not match: ${evidence}.`, evidence };
  if (needsReader)
    return {
      verdict: 'needs_model',
      reason: `The filter asks for a judgement that rules cannot make: ${evidence}.`,
      evidence,
    };
  return { verdict: 'skip', reason: `The delivery does not answer the filter: ${evidence}.`, evidence };
}
