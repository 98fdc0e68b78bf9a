import { articles, frameWords, unresolvableWords } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import { tokenize } from '../language/tokenize.ts';
import { isDecimal } from './decimal.ts';
import { isDate } from './instant.ts';
import type { OperatorPhrase } from './operator-phrases.ts';
import { currencies, nonLiteralWords, textNouns } from './vocabulary.ts';

interface Expected {
  readonly op: OperatorPhrase['op'];
  /** After "one of": "and" joins values too. */
  readonly isList: boolean;
  /** Does a test of its own begin at a token? Then a comma or an "or" before it ends the values. */
  readonly startsTest: (index: number) => boolean;
}
interface Values {
  readonly values: readonly string[];
  /** "contains a and b": all of them are needed. */
  readonly isEvery: boolean;
  readonly end: number;
}

const bareWordsMax = 3;
const separators = new Set([',', 'or', 'and', 'but', ')', '&&', '||', 'nor']);

/** The values from a token on: one, or several with commas and "or"; null when one is not a literal. */
export function readValues(tokens: readonly Token[], from: number, expected: Expected): Values | null {
  const start = from + lead(tokens, from, expected);
  const bracketed = readBracketed(tokens, start, expected);
  if (bracketed !== null) return bracketed;
  const first = readValue(tokens, start);
  if (first === null) return null;
  if (expected.op === 'between') return readRange(tokens, first, expected);
  const values = [first.value];
  const joints = new Set<string>();
  let at = first.end;
  for (;;) {
    const joint = readJoint(tokens, at, expected);
    const next = joint === null ? null : readValue(tokens, joint.end);
    if (joint === null || next === null) break;
    joints.add(joint.word);
    values.push(next.value);
    at = next.end;
  }
  if (joints.has('and') && joints.has('or')) return null;
  const isEvery = joints.has('and') && !expected.isList;
  return areFit(values, expected.op) ? { values, isEvery, end: at } : null;
}

/** "the word" in "contains the word refund"; the number of tokens before the value. */
function lead(tokens: readonly Token[], from: number, { op }: Expected): number {
  let at = from;
  if (['contains', 'starts', 'ends'].includes(op)) {
    const isArticle = articles.has(lowerAt(tokens, at));
    if (textNouns.has(lowerAt(tokens, at + (isArticle ? 1 : 0)))) at += isArticle ? 2 : 1;
  }
  if (lowerAt(tokens, at) === 'either') at += 1;
  return at - from;
}

/** `["US", "CA"]`, `(US, CA)`. */
function readBracketed(tokens: readonly Token[], at: number, expected: Expected): Values | null {
  const token = tokens[at];
  if (token?.kind === 'json' && token.text.startsWith('[')) {
    const inner = tokenize(token.text.slice(1, -1)).filter(({ kind }) => kind !== 'break');
    const read = readValues(inner, 0, { ...expected, isList: true, startsTest: () => false });
    return read?.end === inner.length ? { ...read, isEvery: false, end: at + 1 } : null;
  }
  if (token?.lower !== '(') return null;
  const read = readValues(tokens, at + 1, { ...expected, startsTest: () => false });
  return read !== null && lowerAt(tokens, read.end) === ')' ? { ...read, end: read.end + 1 } : null;
}

function readRange(tokens: readonly Token[], low: OneValue, { op }: Expected): Values | null {
  if (lowerAt(tokens, low.end) !== 'and') return null;
  const high = readValue(tokens, low.end + 1);
  if (high === null || !areFit([low.value, high.value], op)) return null;
  return { values: [low.value, high.value], isEvery: false, end: high.end };
}

/** What joins one value to the next; null where the values end. */
function readJoint(tokens: readonly Token[], at: number, { op, isList, startsTest }: Expected) {
  let end = at;
  if (lowerAt(tokens, end) === ',') end += 1;
  const word = lowerAt(tokens, end);
  const isAnd = word === 'and' && (isList || op === 'contains');
  if (word === 'or' || word === 'nor' || isAnd) end += 1;
  if (end === at || lowerAt(tokens, end) === 'not' || startsTest(end)) return null;
  return { word: isAnd ? 'and' : end > at + 1 || word === 'or' || word === 'nor' ? 'or' : ',', end };
}

interface OneValue {
  readonly value: string;
  readonly end: number;
}

function readValue(tokens: readonly Token[], at: number): OneValue | null {
  const token = tokens[at];
  if (token === undefined) return null;
  if (token.kind === 'text' || token.kind === 'url') return { value: token.text, end: at + 1 };
  if (token.kind === 'number') {
    const isUnit = currencies.has(lowerAt(tokens, at + 1));
    if (isUnit || isEndOfValue(tokens, at + 1)) return { value: token.text, end: at + (isUnit ? 2 : 1) };
  }
  if (currencies.has(token.lower) && tokens[at + 1]?.kind === 'number')
    return { value: tokens[at + 1]?.text ?? '', end: at + 2 };
  return readBare(tokens, at);
}

const isEndOfValue = (tokens: readonly Token[], at: number): boolean =>
  at >= tokens.length || separators.has(lowerAt(tokens, at));

function readBare(tokens: readonly Token[], from: number): OneValue | null {
  const at = lowerAt(tokens, from) === 'the' ? from + 1 : from;
  let end = at;
  while (!isEndOfValue(tokens, end)) end += 1;
  const words = tokens.slice(at, end);
  if (words.length === 0 || words.length > bareWordsMax) return null;
  const isLiteral = words.every(
    ({ kind, lower }) =>
      (kind === 'word' || kind === 'number') &&
      !frameWords.has(lower) &&
      !unresolvableWords.has(lower) &&
      !nonLiteralWords.has(lower),
  );
  // The words as they were written, so that "in progress" and "2026-01-01" stay what they are.
  return isLiteral ? { value: words.map(({ text }) => text).join(' '), end } : null;
}

/** Numbers for the numeric operators, dates for the temporal ones. */
function areFit(values: readonly string[], op: Expected['op']): boolean {
  if (['gt', 'gte', 'lt', 'lte', 'between'].includes(op)) return values.every(isDecimal);
  return op === 'before' || op === 'after' ? values.every(isDate) : true;
}
