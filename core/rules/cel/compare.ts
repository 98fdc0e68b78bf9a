import { Big } from 'big.js';

import { type Budget, overBudget, spend, spendChars } from './budget.ts';
import {
  aKind,
  isDuration,
  isTime,
  isUnknown,
  isValueList,
  isValueRecord,
  type Numeric,
  numericOf,
  type Unknown,
  unknown,
  type Value,
} from './value.ts';

/** Negative, zero or positive by what the numbers are, whatever they are kept as; NaN where one of them is none. */
function compareNumbers(left: Numeric, right: Numeric): number {
  if (!(left instanceof Big) && !(right instanceof Big))
    return left < right ? -1 : left > right ? 1 : left >= right ? 0 : NaN;
  if (typeof left === 'number' && !Number.isFinite(left)) return left;
  if (typeof right === 'number' && !Number.isFinite(right)) return -right;
  return decimalOf(left).cmp(decimalOf(right));
}

/** A double is the decimal that it is written as. Of finite numbers only. */
export const decimalOf = (value: Numeric): Big =>
  value instanceof Big ? value : new Big(typeof value === 'bigint' ? String(value) : value);

/**
 * `==`. Unlike in CEL, values of two kinds are not unequal but not comparable: "100" beside 100 is a slip. Null is nothing,
 * and so unequal to anything else.
 */
export function areEqual(left: Value, right: Value, budget: Budget): boolean | Unknown {
  if (!spend(budget, 1)) return overBudget;
  if (left === null || right === null) return left === right;
  if (typeof left === 'string' && typeof right === 'string')
    return left.length !== right.length
      ? false
      : spendChars(budget, left.length)
        ? left === right
        : overBudget;
  if (typeof left === 'boolean' && typeof right === 'boolean') return left === right;
  if (isValueList(left) && isValueList(right)) {
    if (left.length !== right.length) return false;
    return areAllEqual(left.length, (at) => areEqual(left[at] ?? null, right[at] ?? null, budget), budget);
  }
  if (isValueRecord(left) && isValueRecord(right)) {
    const names = Object.keys(left);
    if (!spend(budget, names.length)) return overBudget;
    if (names.length !== Object.keys(right).length || !names.every((name) => Object.hasOwn(right, name)))
      return false;
    return areAllEqual(
      names.length,
      (at) => areEqual(left[names[at] ?? ''] ?? null, right[names[at] ?? ''] ?? null, budget),
      budget,
    );
  }
  const order = compareValues(left, right, budget);
  return isUnknown(order) ? order : order === 0;
}

function areAllEqual(
  length: number,
  isEqualAt: (at: number) => boolean | Unknown,
  budget: Budget,
): boolean | Unknown {
  let first: Unknown | null = null;
  for (let at = 0; at < length && budget.left >= 0; at += 1) {
    const result = isEqualAt(at);
    if (result === false) return false;
    if (result !== true) first ??= result;
  }
  return budget.left < 0 ? overBudget : (first ?? true);
}

/** By code points, as CEL says: a character of two UTF-16 units comes after all those of one. */
function compareTexts(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return (left.codePointAt(at) ?? -1) - (right.codePointAt(at) ?? -1);
}

/** `<` and its kind: false before true. */
export function compareValues(left: Value, right: Value, budget: Budget): number | Unknown {
  if (typeof left === 'string' && typeof right === 'string') {
    return spendChars(budget, Math.min(left.length, right.length)) ? compareTexts(left, right) : overBudget;
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if ((isTime(left) && isTime(right)) || (isDuration(left) && isDuration(right)))
    return compareNumbers(left.nanos, right.nanos);
  const [one, other] = [numericOf(left), numericOf(right)];
  return one === null || other === null
    ? unknown(`${aKind(left)} cannot be compared with ${aKind(right)}`)
    : compareNumbers(one, other);
}

/** `in`: an item of a list, a name of an object. */
export function isIn(item: Value, whole: Value, budget: Budget): boolean | Unknown {
  if (isValueRecord(whole))
    return typeof item === 'string' ? Object.hasOwn(whole, item) : unknown(`${aKind(item)} is no name`);
  if (!isValueList(whole)) return unknown(`nothing is in ${aKind(whole)}`);
  let first: Unknown | null = null;
  for (const other of whole) {
    const result = areEqual(item, other, budget);
    if (result === true) return true;
    if (result !== false) first ??= result;
    if (budget.left < 0) return overBudget;
  }
  return first ?? false;
}
