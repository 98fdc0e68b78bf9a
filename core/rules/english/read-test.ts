import { articles, frameWords, phraseWords, unresolvableWords } from '../language/common-words.ts';
import { lowerText, type Token } from '../language/token.ts';
import { findOperator } from './find-operator.ts';
import { readValues } from './read-value.ts';
import type { Operator, Test, Value } from './tree.ts';

/** Behind a number. */
const orMore: Readonly<Partial<Record<string, Operator>>> = {
  more: 'at-least',
  less: 'at-most',
  fewer: 'at-most',
};
const ofNumbers: ReadonlySet<Operator> = new Set(['over', 'under', 'at-least', 'at-most', 'between']);
const fieldWordsMax = 6;

interface Rest {
  readonly joiner: 'and' | 'or' | ',' | null;
  readonly tokens: readonly Token[];
}

/** Field, operator and values; `rest`: what "or", "and" and commas add to the values. */
export function readTest(
  tokens: readonly Token[],
  rest: readonly Rest[],
  source: string,
  isStart: boolean,
): Test | null {
  const found = findOperator(tokens);
  const field = found === null ? null : readField(tokens.slice(0, found.at), isStart);
  if (found === null || field === null) return null;
  const { operator, isDenied, words } = found.phrase;
  const first = tokens.slice(found.at + words.length);
  const shared = { kind: 'test', ...field, operator, isDenied } as const;
  if (operator === 'exists') return first.length + rest.length === 0 ? { ...shared, values: [] } : null;
  const bound =
    rest.length === 1 && operator === 'is' && !isDenied
      ? orMore[lowerText(rest[0]?.tokens ?? [])]
      : undefined;
  const values = readValues([first, ...(bound === undefined ? rest : []).map((each) => each.tokens)], source);
  if (values === null) return null;
  const test = { ...shared, operator: bound ?? operator, values };
  return isFit(test, bound === undefined ? rest.map(({ joiner }) => joiner) : []) ? test : null;
}

function isFit({ operator, values }: Test, joiners: readonly Rest['joiner'][]): boolean {
  if (operator === 'between') return joiners.join() === 'and' && values.every(isNumber);
  if (ofNumbers.has(operator)) return values.length === 1 && values.every(isNumber);
  // `a, b or c`: what is joined by "and" would have to be all of them.
  const isList = joiners.every(
    (joiner, at) => joiner === (at === joiners.length - 1 ? 'or' : ',') || joiner === 'or',
  );
  return isList;
}

const isNumber = (value: Value): value is Extract<Value, { kind: 'number' }> => value.kind === 'number';

function readField(
  written: readonly Token[],
  isStart: boolean,
): Pick<Test, 'field' | 'isQuoted' | 'isCapitalised'> | null {
  const tokens = articles.has(written[0]?.lower ?? '') ? written.slice(1) : written;
  const [first] = tokens;
  if (first === undefined || tokens.length > fieldWordsMax) return null;
  const isQuoted = first.kind === 'text';
  const isName = isQuoted
    ? tokens.length === 1 && first.text.trim() !== ''
    : tokens.every(
        ({ kind, lower }) =>
          kind === 'word' &&
          !frameWords.has(lower) &&
          !unresolvableWords.has(lower) &&
          lower !== 'of' &&
          !articles.has(lower) &&
          // A field may be called "from".
          (tokens.length === 1 || !phraseWords.has(lower)),
      );
  if (!isName) return null;
  return {
    field: tokens.map(({ text }) => text.replace(/'s$/, '')).join(' '),
    isQuoted,
    isCapitalised: isStart && tokens === written && /^\p{Lu}/u.test(first.text),
  };
}
