import { type JsonValue, scalarText } from '../../domain/json-value.ts';
import type { Op } from './condition-tree.ts';
import { compareDecimals, isDecimal } from './decimal.ts';
import { parseInstant } from './instant.ts';

type Comparison = (actual: string, wanted: string) => boolean | null;

const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** A postal code or an account is no amount, though all its characters are digits. */
const isCode = (text: string): boolean => /^[+-]?0\d/.test(text.trim());
const isAmount = (text: string): boolean => isDecimal(text) && !isCode(text);

/** Numbers compare as decimals when both sides are numbers as a whole; everything else without regard to case. */
const equals: Comparison = (actual, wanted) =>
  isAmount(actual) && isAmount(wanted)
    ? compareDecimals(actual, wanted) === 0
    : fold(actual.trim()) === fold(wanted.trim());

const byNumber =
  (holds: (difference: number) => boolean): Comparison =>
  (actual, wanted) =>
    isDecimal(actual) && isDecimal(wanted) ? holds(compareDecimals(actual, wanted)) : null;

const byTime =
  (holds: (difference: number) => boolean): Comparison =>
  (actual, wanted) => {
    const [left, right] = [parseInstant(actual.trim()), parseInstant(wanted.trim())];
    return left === null || right === null ? null : holds(left - right);
  };

const comparisons: Readonly<Record<Exclude<Op, 'exists' | 'empty'>, Comparison>> = {
  eq: equals,
  contains: (actual, wanted) => fold(actual).includes(fold(wanted)),
  starts: (actual, wanted) => fold(actual).startsWith(fold(wanted)),
  ends: (actual, wanted) => fold(actual).endsWith(fold(wanted)),
  gt: byNumber((difference) => difference > 0),
  gte: byNumber((difference) => difference >= 0),
  lt: byNumber((difference) => difference < 0),
  lte: byNumber((difference) => difference <= 0),
  before: byTime((difference) => difference < 0),
  after: byTime((difference) => difference > 0),
};

/** How people write what JSON writes as true and false. */
const booleanWords: ReadonlyMap<string, string> = new Map([
  ['yes', 'true'],
  ['on', 'true'],
  ['no', 'false'],
  ['off', 'false'],
]);

/** Does a single value match one of those wanted? null where it is of a kind that cannot be compared. */
export function compareValue(op: Op, actual: JsonValue, wanted: readonly string[]): boolean | null {
  const text = scalarText(actual);
  if (text === null) return null;
  if (op === 'exists' || op === 'empty') return (text.trim() !== '') === (op === 'exists');
  const results = wanted.map((value) =>
    comparisons[op](text, typeof actual === 'boolean' ? (booleanWords.get(fold(value)) ?? value) : value),
  );
  return results.includes(true) ? true : results.includes(null) ? null : false;
}
