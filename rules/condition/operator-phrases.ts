import type { Op } from './condition-tree.ts';

/** The words of an operator. `operand`: what must follow them. */
export interface OperatorPhrase {
  readonly words: readonly string[];
  readonly op: Op | 'between';
  readonly isNegated: boolean;
  readonly operand: 'none' | 'value' | 'list';
  /** Only after a form of "to be": on its own the word may be part of a field's name. */
  readonly needsVerb: boolean;
  /** Its values may be states of a thing: "the order is neither paid nor open". */
  readonly isPlain: boolean;
}

const phrase =
  (op: OperatorPhrase['op'], operand: OperatorPhrase['operand'], details: Partial<OperatorPhrase> = {}) =>
  (text: string): OperatorPhrase => ({
    words: text.split(' '),
    op,
    operand,
    isNegated: false,
    needsVerb: false,
    isPlain: false,
    ...details,
  });
const negated = { isNegated: true };
const needsVerb = { needsVerb: true };
const ofState = { needsVerb: true, isPlain: true };

const table: readonly OperatorPhrase[] = [
  ...['=', '==', '===', 'equals', 'equal to', 'equal'].map(phrase('eq', 'value')),
  ...['set to', 'the same as', 'called', 'named'].map(phrase('eq', 'value', needsVerb)),
  ...['!=', '!==', '<>', '≠'].map(phrase('eq', 'value', negated)),
  phrase('eq', 'value', { ...negated, ...needsVerb })('different from'),
  phrase('eq', 'value', negated)('differs from'),
  ...['other than', 'anything but'].map(phrase('eq', 'value', { ...negated, ...ofState })),
  ...['one of', 'any of', 'either', 'in', 'among'].map(phrase('eq', 'list', ofState)),
  ...['none of', 'neither'].map(phrase('eq', 'list', { ...negated, ...ofState })),
  ...['contains', 'contain', 'containing', 'includes', 'include', 'including', 'mentions', 'mention'].map(
    phrase('contains', 'value'),
  ),
  ...['starts with', 'start with', 'starting with', 'begins with', 'begin with', 'beginning with'].map(
    phrase('starts', 'value'),
  ),
  ...['ends with', 'end with', 'ending with', 'ends in'].map(phrase('ends', 'value')),
  ...['>', 'more than', 'greater than', 'larger than', 'higher than', 'bigger than'].map(
    phrase('gt', 'value'),
  ),
  ...['above', 'over', 'exceeds', 'exceed', 'exceeding'].map(phrase('gt', 'value')),
  ...['>=', '≥', 'at least', 'no less than', 'greater than or equal to', 'more than or equal to'].map(
    phrase('gte', 'value'),
  ),
  ...['<', 'less than', 'lower than', 'smaller than', 'fewer than', 'below', 'under'].map(
    phrase('lt', 'value'),
  ),
  ...['<=', '≤', 'at most', 'no more than', 'up to', 'less than or equal to'].map(phrase('lte', 'value')),
  ...['between'].map(phrase('between', 'value')),
  ...['before', 'earlier than'].map(phrase('before', 'value')),
  ...['after', 'later than'].map(phrase('after', 'value')),
  ...['exists', 'exist'].map(phrase('exists', 'none')),
  ...['present', 'set', 'given', 'provided', 'defined', 'available', 'included'].map(
    phrase('exists', 'none', needsVerb),
  ),
  ...['missing', 'absent', 'undefined', 'null'].map(phrase('exists', 'none', { ...negated, ...needsVerb })),
  ...['empty', 'blank'].map(phrase('empty', 'none', needsVerb)),
];

/** The longest first, so that "more than or equal to" is not read as "more than". */
export const operatorPhrases: readonly OperatorPhrase[] = table.toSorted(
  (one, other) => other.words.length - one.words.length,
);
