import { wordSet } from '../language/common-words.ts';
import type { Token } from '../language/token.ts';
import type { Operator } from './tree.ts';

interface OperatorPhrase {
  readonly words: readonly string[];
  readonly operator: Operator;
  readonly isDenied: boolean;
}

/** All words of the operators; `!` before those that deny. Before each of them may stand "is" or "are". */
const table: Readonly<Record<Operator, string>> = {
  is: 'set to | = | == | equals | equal to | one of | any of | ! != | ! <> | ! ≠ | ! not | ! not one of | ! none of | ! not equal to',
  over: '> | over | above | more than | greater than | exceeds',
  under: '< | under | below | less than | fewer than',
  'at-least': '>= | ≥ | at least | no less than | not less than',
  'at-most': '<= | ≤ | at most | no more than | not more than | not over',
  between: 'between | ! not between',
  contains:
    'contains | contain | includes | ! does not contain | ! do not contain | ! does not include | ! not contain',
  starts: 'starts with | begins with | ! does not start with | ! does not begin with',
  ends: 'ends with | ! does not end with',
  exists:
    'exists | exist | present | given | set | filled in | not empty | not missing | not blank | not null | ! does not exist | ! missing | ! empty | ! blank | ! null | ! not present | ! not given | ! not set | ! not filled in',
  changed: 'changed to | changes to',
};
/** Only behind a form of "to be": alone they may be part of a name. */
const needsVerb = wordSet('set present given filled missing empty blank null not one any none equal');

const phrasesOf = ([operator, written]: [string, string]): readonly OperatorPhrase[] =>
  written.split(' | ').flatMap((each) => {
    const isDenied = each.startsWith('! ');
    const words = each.slice(isDenied ? 2 : 0).split(' ');
    const verbs = [['is'], ['are'], ...(needsVerb.has(words[0] ?? '') ? [] : [[]])];
    return verbs.map((verb) => ({ words: [...verb, ...words], operator: operator as Operator, isDenied }));
  });

/** The longest first, so that "is not" is not read as "is". */
const operatorPhrases: readonly OperatorPhrase[] = [
  ...Object.entries(table).flatMap(phrasesOf),
  ...['is', 'are'].map((word): OperatorPhrase => ({ words: [word], operator: 'is', isDenied: false })),
].toSorted((one, other) => other.words.length - one.words.length);

export const operatorWords: readonly string[] = [...new Set(operatorPhrases.flatMap(({ words }) => words))];

/** The first operator of some tokens, the longest that begins there; null where there is none. */
export function findOperator(
  tokens: readonly Token[],
): { readonly at: number; readonly phrase: OperatorPhrase } | null {
  for (const at of tokens.keys()) {
    const phrase = operatorPhrases.find(({ words }) =>
      words.every((word, offset) => tokens[at + offset]?.lower === word),
    );
    if (phrase !== undefined) return { at, phrase };
  }
  return null;
}

/** The words with which a sentence may begin, and whether what follows must hold or must not. */
export const openers: readonly (readonly [pattern: RegExp, sense: 'only' | 'run' | 'skip'])[] = [
  [/^(?:only run|run only|only) (?:when|if) /, 'only'],
  [/^(?:skip|ignore|do not run|never run) unless /, 'only'],
  [/^(?:run )?(?:when|if) /, 'run'],
  [/^(?:skip|ignore|do not run|never run) (?:when|if) /, 'skip'],
  [/^(?:run )?unless /, 'skip'],
];

export const joiners: Readonly<Partial<Record<string, 'and' | 'or'>>> = {
  and: 'and',
  '&&': 'and',
  but: 'and',
  or: 'or',
  '||': 'or',
};

/** Without quotation marks they compare with something that is not there: a value with one of them was misread. */
export const relativeWords = wordSet(
  'before after since today yesterday tomorrow now ago usual normal average same different worse better higher lower later earlier newer older more less fewer than zero one two three four five six seven eight nine ten ticked checked selected almost already still either neither both like twice again just even too very really quite me my undefined',
);

/** Free text is said to be something rather than to be a text, unless that is quoted. */
export const proseNames = wordSet(
  'title subject text description note notes body content summary feedback answer comment message',
);
