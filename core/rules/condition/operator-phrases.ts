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

/** Operator, what follows it, how it is used, and its words. */
const table: readonly (readonly [
  OperatorPhrase['op'],
  OperatorPhrase['operand'],
  use: string,
  words: string,
])[] = [
  ['eq', 'value', '', '= | == | === | equals | equal to | equal'],
  ['eq', 'value', 'be', 'set to | the same as | called | named'],
  ['eq', 'value', 'not', '!= | !== | <> | ≠ | differs from'],
  ['eq', 'value', 'not be', 'different from'],
  ['eq', 'value', 'not be plain', 'other than | anything but'],
  ['eq', 'list', 'be plain', 'one of | any of | either | in | among'],
  ['eq', 'list', 'not be plain', 'none of | neither'],
  ['contains', 'value', '', 'contains | contain | containing | includes | include | including'],
  ['contains', 'value', '', 'mentions | mention'],
  ['starts', 'value', '', 'starts with | start with | starting with'],
  ['starts', 'value', '', 'begins with | begin with | beginning with'],
  ['ends', 'value', '', 'ends with | end with | ending with | ends in'],
  ['gt', 'value', '', '> | more than | greater than | larger than | higher than | bigger than'],
  ['gt', 'value', '', 'longer than | above | over | exceeds | exceed | exceeding'],
  ['gte', 'value', '', '>= | ≥ | at least | no less than | no fewer than'],
  ['gte', 'value', '', 'greater than or equal to | more than or equal to'],
  ['lt', 'value', '', '< | less than | lower than | smaller than | fewer than | below | under'],
  ['lt', 'value', '', 'shorter than'],
  ['lte', 'value', '', '<= | ≤ | at most | no more than | up to | less than or equal to'],
  ['between', 'value', '', 'between'],
  ['before', 'value', '', 'before | earlier than'],
  ['after', 'value', '', 'after | later than'],
  ['exists', 'none', '', 'exists | exist'],
  ['exists', 'none', 'be', 'present | set | given | provided | defined | available | included'],
  ['exists', 'none', 'not be', 'missing | absent | undefined | null'],
  ['empty', 'none', 'be', 'empty | blank'],
];

/** The longest first, so that "more than or equal to" is not read as "more than". */
export const operatorPhrases: readonly OperatorPhrase[] = table
  .flatMap(([op, operand, use, words]) =>
    words.split(' | ').map((each) => ({
      words: each.split(' '),
      op,
      operand,
      isNegated: use.includes('not'),
      needsVerb: use.includes('be'),
      isPlain: use.includes('plain'),
    })),
  )
  .toSorted((one, other) => other.words.length - one.words.length);

const ofBounds = operatorPhrases.filter(({ op }) => ['gt', 'gte', 'lt', 'lte'].includes(op));

/** All wordings of a bound as a pattern: `at least|more than|…`. */
export const boundPattern = ofBounds.map(({ words }) => words.join(' ')).join('|');

/** The operator of such a wording. */
export const operatorOfBound = (wording: string): Op | undefined =>
  ofBounds.find(({ words }) => words.join(' ') === wording)?.op as Op | undefined;
