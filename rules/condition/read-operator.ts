import { lowerAt, type Token } from '../language/token.ts';
import { type OperatorPhrase, operatorPhrases } from './operator-phrases.ts';
import { equalityVerbs, helpedVerbs, helpingVerbs, timeAdverbs } from './vocabulary.ts';

export interface Operator {
  readonly op: OperatorPhrase['op'];
  readonly isNegated: boolean;
  readonly operand: OperatorPhrase['operand'];
  /** "Is", "is one of", "is anything but": the operators with which "the order is paid" may mean its status. */
  readonly isPlain: boolean;
  /** The index after it. */
  readonly end: number;
}

/** The operator that begins at a token, negation and helping verbs included; null when none does. */
export function readOperator(tokens: readonly Token[], at: number): Operator | null {
  let index = at;
  let isNegated = false;
  const lower = (): string => lowerAt(tokens, index);
  const skip = (...words: readonly string[]): boolean => {
    const isThere = words.every((word, offset) => lowerAt(tokens, index + offset) === word);
    if (isThere) index += words.length;
    return isThere;
  };
  const skipNot = (): void => {
    if (timeAdverbs.has(lower())) index += 1;
    isNegated = skip('not', 'yet') || skip('no', 'longer') || skip('not') || isNegated;
    if (timeAdverbs.has(lower())) index += 1;
  };
  const hasHelper = helpingVerbs.has(lower());
  if (hasHelper) {
    index += 1;
    skipNot();
    if (helpedVerbs.has(lower())) index += 1;
    else if (equalityVerbs.has(lower())) return null;
  } else if (equalityVerbs.has(lower())) index += 1;
  const hasVerb = index > at && equalityVerbs.has(lowerAt(tokens, index - 1));
  const isBeen = lowerAt(tokens, index - 1) === 'been';
  if (hasVerb || isBeen) skipNot();
  const phrase = operatorPhrases.find(
    ({ words, needsVerb }) =>
      (!needsVerb || hasVerb || isBeen) &&
      words.every((word, offset) => lowerAt(tokens, index + offset) === word),
  );
  if (phrase !== undefined) {
    const { op, operand, isPlain } = phrase;
    const end = index + phrase.words.length;
    return { op, operand, isNegated: isNegated !== phrase.isNegated, isPlain, end };
  }
  return hasVerb || isBeen ? { op: 'eq', operand: 'value', isNegated, isPlain: true, end: index } : null;
}
