import { entityNouns } from '../document/name-vocabulary.ts';
import { singular } from '../document/name-words.ts';
import { articles, frameWords, unresolvableWords } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import { tokenize } from '../language/tokenize.ts';
import { unitOf } from './amount.ts';
import type { Literal } from './condition-tree.ts';
import { areFit } from './are-fit.ts';
import type { OperatorPhrase } from './operator-phrases.ts';
import { isParticiple } from './participle.ts';
import { readDate } from './written-date.ts';
import { attributeNames, nonLiteralWords, prepositions, textNouns } from './vocabulary.ts';

interface Expected {
  readonly op: OperatorPhrase['op'];
  /** After "one of": "and" joins values too. */
  readonly isList: boolean;
  /** Does a test of its own begin at a token? Then a comma or an "or" before it ends the values. */
  readonly startsTest: (index: number) => boolean;
}
type Values = Literal & { readonly end: number };

const bareWordsMax = 3;
const separators = new Set([',', 'or', 'and', 'but', ')', '&&', '||', 'nor']);

/** Values without a token beside them. */
export function readAllValues(
  tokens: readonly Token[],
  expected: Omit<Expected, 'startsTest'>,
): Values | null {
  const read = readValues(tokens, 0, { ...expected, startsTest: () => false });
  return read?.end === tokens.length ? read : null;
}

/** The values from a token on: one, or several with commas and "or"; null when one is not a literal. */
export function readValues(tokens: readonly Token[], from: number, expected: Expected): Values | null {
  const start = from + lead(tokens, from, expected);
  const bracketed = readBracketed(tokens, start, expected);
  if (bracketed !== null) return bracketed;
  const first = readValue(tokens, start, expected);
  if (first === null) return null;
  if (expected.op === 'between') return readRange(tokens, first, expected);
  const read = [first];
  const joints = new Set<string>();
  let at = first.end;
  for (;;) {
    if (isDecimalComma(tokens, at) && !expected.isList) return null;
    const joint = readJoint(tokens, at, expected);
    const next = joint === null ? null : readValue(tokens, joint.end, expected);
    // "Contains a or b, priority high": what follows is no value of theirs.
    if (joint === null || next === null || (joint.word === ',' && joints.has('or'))) break;
    joints.add(joint.word);
    read.push(next);
    at = next.end;
  }
  if (joints.has('and') && joints.has('or')) return null;
  if (joints.size === 1 && joints.has(',') && !expected.isList && isVerbLike(read.at(-1))) return null;
  return together(read, expected, joints.has('and') && !expected.isList, at);
}

/** "If it is paid, archive": without an "or" the last word may be what is to be done. */
const isVerbLike = (last: OneValue | undefined): boolean =>
  last?.isBare === true && /^\p{Ll}/u.test(last.value);

/** "1.000,50" and "1,50": a number of another country, or two. */
const isDecimalComma = (tokens: readonly Token[], at: number): boolean =>
  lowerAt(tokens, at) === ',' &&
  tokens[at - 1]?.kind === 'number' &&
  tokens[at + 1]?.kind === 'number' &&
  tokens[at - 1]?.end === tokens[at]?.start &&
  tokens[at]?.end === tokens[at + 1]?.start;

function together(read: readonly OneValue[], { op }: Expected, isEvery: boolean, end: number): Values | null {
  const values = read.map(({ value }) => value);
  const units = new Set(read.flatMap(({ unit }) => unit ?? []));
  const [unit] = units;
  if (!areFit(values, op) || units.size > 1) return null;
  return { values, isEvery, isBare: read.some(({ isBare }) => isBare), unit, end };
}

/** "the word" in "contains the word refund"; the number of tokens before the value. */
function lead(tokens: readonly Token[], from: number, { op }: Expected): number {
  let at = from;
  if (['contains', 'starts', 'ends'].includes(op)) {
    const isArticle = articles.has(lowerAt(tokens, at));
    if (textNouns.has(lowerAt(tokens, at + (isArticle ? 1 : 0)))) at += isArticle ? 2 : 1;
  }
  if (/^(?:either|both)$/.test(lowerAt(tokens, at))) at += 1;
  const isAnyOf = op === 'contains' && /^(?:any|one)$/.test(lowerAt(tokens, at));
  if (isAnyOf && lowerAt(tokens, at + 1) === 'of') at += 2;
  return at - from;
}

/** `["US", "CA"]`, `(US, CA)`; what a text begins with may have brackets itself: `[URGENT]`. */
function readBracketed(tokens: readonly Token[], at: number, expected: Expected): Values | null {
  const token = tokens[at];
  if (token?.kind === 'json' && token.text.startsWith('[')) {
    const isText = ['contains', 'starts', 'ends'].includes(expected.op) && !/[,"']/.test(token.text);
    if (isText) return { values: [token.text], isEvery: false, isBare: false, unit: undefined, end: at + 1 };
    const inner = tokenize(token.text.slice(1, -1)).filter(({ kind }) => kind !== 'break');
    const read = readAllValues(inner, { op: expected.op, isList: true });
    return read === null ? null : { ...read, isEvery: false, end: at + 1 };
  }
  if (token?.lower !== '(') return null;
  const read = readValues(tokens, at + 1, { ...expected, startsTest: () => false });
  return read !== null && lowerAt(tokens, read.end) === ')' ? { ...read, end: read.end + 1 } : null;
}

function readRange(tokens: readonly Token[], low: OneValue, expected: Expected): Values | null {
  if (lowerAt(tokens, low.end) !== 'and') return null;
  const high = readValue(tokens, low.end + 1, expected);
  return high === null ? null : together([low, high], expected, false, high.end);
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
  readonly isBare: boolean;
  readonly unit?: string | undefined;
  readonly end: number;
}

function readValue(tokens: readonly Token[], at: number, expected: Expected): OneValue | null {
  const token = tokens[at];
  if (token === undefined) return null;
  if (token.kind === 'text' || token.kind === 'url') return { value: token.text, isBare: false, end: at + 1 };
  const date = readDate(tokens, at);
  if (date !== null && isEndOfValue(tokens, date.end)) return { ...date, isBare: true };
  const after = unitOf(lowerAt(tokens, at + 1));
  if (token.kind === 'number' && (after !== null || isEndOfValue(tokens, at + 1))) {
    const unit = after ?? unitOf(token.unit ?? '') ?? token.unit;
    return { value: token.text, isBare: true, unit, end: at + (after === null ? 1 : 2) };
  }
  const before = unitOf(token.lower);
  const number = tokens[at + 1];
  if (before !== null && number?.kind === 'number' && isEndOfValue(tokens, at + 2))
    return { value: number.text, isBare: true, unit: before, end: at + 2 };
  return readBare(tokens, at, expected);
}

const isEndOfValue = (tokens: readonly Token[], at: number): boolean =>
  at >= tokens.length || separators.has(lowerAt(tokens, at));

function readBare(tokens: readonly Token[], from: number, { op }: Expected): OneValue | null {
  const at = lowerAt(tokens, from) === 'the' ? from + 1 : from;
  let end = at;
  while (!isEndOfValue(tokens, end)) end += 1;
  const words = tokens.slice(at, end);
  if (words.length === 0 || words.length > bareWordsMax) return null;
  // "Filled in", "tagged VIP" and "changed to done" say what happened; they are no value.
  if (
    words.length > 1 &&
    (words[0]?.lower === 'no' ||
      isParticiple(words[0]?.lower ?? '') ||
      isThing(words[0]) ||
      words.some(isPreposition))
  )
    return null;
  const isLiteral = words.every(
    ({ kind, lower }) =>
      (kind === 'word' || kind === 'number') &&
      !frameWords.has(lower) &&
      !unresolvableWords.has(lower) &&
      !nonLiteralWords.has(lower),
  );
  // The words as they were written, so that "in progress" and "2026-01-01" stay what they are.
  const value = words.map(({ text }) => text).join(' ');
  // "Is not the creator" names somebody by a role, and no text.
  const isRole = at > from && op === 'eq' && /^[\p{Ll} ]+$/u.test(value);
  return isLiteral ? { value: isRole ? `the ${value}` : value, isBare: true, end } : null;
}

/** "Project shop" names a field as well as its value; "Checkout API" is a name. */
const isThing = (token: Token | undefined): boolean =>
  token !== undefined &&
  token.text === token.lower &&
  (entityNouns.has(singular(token.lower)) || attributeNames.has(token.lower));

/** But not the "in" of "in progress". */
const isPreposition = ({ lower }: Token, index: number): boolean =>
  prepositions.has(lower) && !(index === 0 && lower === 'in');
