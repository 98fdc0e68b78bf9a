import { articles, frameWords, phraseWords, unresolvableWords } from '../language/common-words.ts';
import { lowerText, type Token } from '../language/token.ts';
import { readValues } from './read-value.ts';
import type { Operator, Test } from './tree.ts';
import { findOperator } from './vocabulary.ts';

/** A part between "and", "or" and commas outside of brackets, and what joins it to the one before. */
export interface Part {
  readonly joiner: 'and' | 'or' | ',' | null;
  readonly tokens: readonly Token[];
}

/** Behind a number. */
const orMore: Readonly<Partial<Record<string, Operator>>> = {
  more: 'at-least',
  less: 'at-most',
  fewer: 'at-most',
};
const ofNumbers: ReadonlySet<Operator> = new Set(['over', 'under', 'at-least', 'at-most', 'between']);
const fieldWordsMax = 6;
const notInNames = new Set(['of', 'no']);

/** Field, operator and values; `rest`: what "or", "and" and commas add to the values. */
export function readTest(tokens: readonly Token[], rest: readonly Part[], source: string): Test | null {
  const found = findOperator(tokens);
  const field = found === null ? null : readField(tokens.slice(0, found.at));
  if (found === null || field === null) return null;
  const { operator, isDenied, words } = found.phrase;
  const first = tokens.slice(found.at + words.length);
  const shared = { kind: 'test', field, isDenied } as const;
  if (operator === 'exists')
    return first.length + rest.length === 0 ? { ...shared, operator, values: [] } : null;
  const bound = operator === 'is' && !isDenied ? boundOf(rest) : undefined;
  const further = bound === undefined ? rest : [];
  const values = readValues([first, ...further.map((each) => each.tokens)], source);
  if (values === null) return null;
  const test = { ...shared, operator: bound ?? operator, values };
  return isFit(test, further) ? test : null;
}

/** "2 or more". */
export const boundOf = (rest: readonly Part[]): Operator | undefined =>
  rest.length === 1 && rest[0]?.joiner === 'or' ? orMore[lowerText(rest[0].tokens)] : undefined;

function isFit({ operator, values }: Test, further: readonly Part[]): boolean {
  const numbers = values.map((value) => (value.kind === 'number' ? Number(value.digits) : NaN));
  const [low = NaN, high = NaN] = numbers;
  if (operator === 'between') return further.length === 1 && further[0]?.joiner === 'and' && low <= high;
  const areNumbers = !numbers.includes(NaN);
  if (ofNumbers.has(operator)) return further.length === 0 && areNumbers;
  // `a, b or c`: what is joined by "and" would have to be all of them.
  return further.every(({ joiner }) => joiner !== 'and') && further.at(-1)?.joiner !== ',';
}

function readField(written: readonly Token[]): string | null {
  const tokens = written[0]?.lower === 'the' ? written.slice(1) : written;
  const isName = tokens.every(
    ({ kind, lower }) =>
      kind === 'word' &&
      ![frameWords, unresolvableWords].some((words) => words.has(lower)) &&
      // A field may be called "from".
      (tokens.length === 1 || ![phraseWords, articles, notInNames].some((words) => words.has(lower))),
  );
  const name = tokens.map(({ text }) => text.replace(/'s$/, '')).join(' ');
  return isName && name !== '' && tokens.length <= fieldWordsMax ? name : null;
}
