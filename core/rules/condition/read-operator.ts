import { endOf, lowerAt, lowerText, type Token } from '../language/token.ts';
import { type OperatorPhrase, operatorPhrases } from './operator-phrases.ts';

export interface Operator extends Pick<OperatorPhrase, 'op' | 'isNegated' | 'operand' | 'isPlain'> {
  /** The index after it. */
  readonly end: number;
}

const not = '(?:still |already |currently )?(?:not yet |no longer |not )?(?:still |already |currently )?';
/** "Is still not", "does not", "must be", "has already been". */
const verbs = new RegExp(
  `^(?:(?:is|are|was|were|be|being) ${not}|` +
    `(?:does|do|did|must|should|has|have) ${not}(?:(?:be|been) ${not}|(?!(?:is|are|was|were|being) )))`,
);

/** The operator that begins at a token, negation and helping verbs included; null when none does. */
export function readOperator(tokens: readonly Token[], at: number): Operator | null {
  const start = endOf(tokens, at, verbs) ?? at;
  const said = lowerText(tokens.slice(at, start));
  const hasVerb = /\b(?:is|are|was|were|be|being|been)\b/.test(said);
  const isNegated = /\bno[t ]/.test(`${said} `);
  const phrase = operatorPhrases.find(
    ({ words, needsVerb }) =>
      (!needsVerb || hasVerb) && words.every((word, offset) => lowerAt(tokens, start + offset) === word),
  );
  if (phrase === undefined)
    return hasVerb ? { op: 'eq', operand: 'value', isNegated, isPlain: true, end: start } : null;
  const end = start + phrase.words.length;
  return { ...phrase, isNegated: isNegated !== phrase.isNegated, end };
}
