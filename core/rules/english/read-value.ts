import { articles, frameWords, phraseWords, unresolvableWords } from '../language/common-words.ts';
import { lowerText, type Token } from '../language/token.ts';
import type { Value } from './tree.ts';
import { operatorWords, relativeWords } from './vocabulary.ts';

const wordsMax = 4;
/** One, or a thousand. */
const couldBeTwo = /^\D?[1-9]\d{0,2}\.\d{3}$/;
const currency = /^(?:[A-Z]{3}|euros?|dollars?)$/;
const ofOperators = new Set(operatorWords.filter((word) => !/^(?:in|to|of)$/.test(word)));

/** A value that these tokens write and nothing else; null where it is not certain. */
function readValue(tokens: readonly Token[], source: string): Value | null {
  const [first] = tokens;
  if (first === undefined || tokens.length > wordsMax) return null;
  if (tokens.length === 1 && first.kind === 'text') return { kind: 'text', text: first.text, isQuoted: true };
  if (first.kind === 'number') return readNumber(tokens, source);
  const isPlain = tokens.every(({ kind }) => kind === 'word' || kind === 'number' || kind === 'url');
  const isMisread = tokens.some(({ lower }) =>
    [frameWords, unresolvableWords, relativeWords, ofOperators].some((words) => words.has(lower)),
  );
  // "In progress" is a value; "paid in full" and "from example.com" say more than one.
  const isPhrase =
    tokens.some(({ lower }) => phraseWords.has(lower)) && !/^(?:in|on|at) \p{L}+$/u.test(lowerText(tokens));
  const isThing = tokens.length > 1 && (articles.has(first.lower) || first.lower.endsWith('ly'));
  if (!isPlain || isMisread || isPhrase || isThing) return null;
  return { kind: 'text', text: source.slice(first.start, tokens.at(-1)?.end), isQuoted: false };
}

function readNumber([first, second, ...rest]: readonly Token[], source: string): Value | null {
  if (first === undefined || rest.length > 0) return null;
  const written = source.slice(first.start, first.end);
  if (first.unit === '%' || couldBeTwo.test(written)) return null;
  if (second !== undefined && !currency.test(second.text)) return null;
  // Codes and telephone numbers.
  if (/^(?:0\d|\+)/.test(written))
    return second === undefined ? { kind: 'text', text: written, isQuoted: true } : null;
  return /^-?\d+(?:\.\d+)?$/.test(first.text)
    ? { kind: 'number', digits: first.text, unit: first.unit ?? second?.text ?? null }
    : null;
}

/** All of them, or null. */
export function readValues(parts: readonly (readonly Token[])[], source: string): readonly Value[] | null {
  const values = parts.map((part) => readValue(part, source)).filter((value) => value !== null);
  return values.length === parts.length ? values : null;
}
