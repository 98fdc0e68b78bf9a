import type { Big } from 'big.js';

import { type Budget, overBudget, spend, spendChars } from './budget.ts';
import { decimalOf } from './compare.ts';
import {
  aKind,
  type Duration,
  durationOf,
  isDuration,
  isTime,
  isUnknown,
  isValueList,
  type Numeric,
  numericOf,
  type Time,
  timeOf,
  type Unknown,
  unknown,
  type Value,
} from './value.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const digitsMax = 100;
const exponentMax = 400;

const byZero = unknown('nothing is divided by zero');

const ofIntegers: Readonly<Record<ArithmeticOperator, (left: bigint, right: bigint) => bigint | Unknown>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0n ? byZero : left / right),
  '%': (left, right) => (right === 0n ? byZero : left % right),
};

const ofDoubles: Readonly<Record<ArithmeticOperator, (left: number, right: number) => number | Unknown>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': () => unknown('a remainder is of integers'),
};

const ofDecimals: Readonly<Record<ArithmeticOperator, (left: Big, right: Big) => Big | Unknown>> = {
  '+': (left, right) => left.plus(right),
  '-': (left, right) => left.minus(right),
  '*': (left, right) => left.times(right),
  '/': (left, right) => (right.eq(0) ? byZero : left.div(right)),
  '%': (left, right) => (right.eq(0) ? byZero : left.mod(right)),
};

/** As CEL calculates, and exactly in decimals where it does not at all: an integer with a double, and numbers of `number()`. */
export function calculate(operator: ArithmeticOperator, left: Value, right: Value, budget: Budget): Value {
  const [one, other] = [numericOf(left), numericOf(right)];
  if (one !== null && other !== null) return calculateNumbers(operator, one, other);
  if (operator === '+' && typeof left === 'string' && typeof right === 'string')
    return spendChars(budget, left.length + right.length) ? left + right : overBudget;
  if (operator === '+' && isValueList(left) && isValueList(right))
    return spend(budget, left.length + right.length) ? [...left, ...right] : overBudget;
  return (
    calculateTimes(operator, left, right) ??
    unknown(`${operator} does not join ${aKind(left)} and ${aKind(right)}`)
  );
}

function calculateNumbers(operator: ArithmeticOperator, left: Numeric, right: Numeric): Value {
  if (typeof left === 'number' && typeof right === 'number') return ofDoubles[operator](left, right);
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    const result = ofIntegers[operator](left, right);
    return typeof result === 'bigint' ? withinInt64(result) : result;
  }
  if (!isFinite(left) || !isFinite(right)) return unknown('a number is not finite');
  const [one, other] = [decimalOf(left), decimalOf(right)];
  if (Math.max(Math.abs(one.e), Math.abs(other.e)) > exponentMax) return tooLong;
  const result = ofDecimals[operator](one, other);
  return !isUnknown(result) && result.c.length > digitsMax ? tooLong : result;
}

const isFinite = (value: Numeric): boolean => typeof value !== 'number' || Number.isFinite(value);
const tooLong = unknown('a number has too many digits');

export const withinInt64 = (value: bigint): bigint | Unknown =>
  value < int64.min || value > int64.max ? unknown('an integer is out of range') : value;

export function negate(value: Value): Value {
  const number = numericOf(value);
  if (number === null) return unknown(`${aKind(value)} has no opposite`);
  if (typeof number === 'bigint') return withinInt64(-number);
  return typeof number === 'number' ? -number : number.times(-1);
}

function calculateTimes(operator: ArithmeticOperator, left: Value, right: Value): Value | null {
  if (operator !== '+' && operator !== '-') return null;
  const sign = operator === '+' ? 1n : -1n;
  if (isDuration(left) && isDuration(right)) return durationWithin(left.nanos + sign * right.nanos);
  if (isTime(left) && isDuration(right)) return timeWithin(left.nanos + sign * right.nanos);
  if (isDuration(left) && isTime(right) && operator === '+') return timeWithin(left.nanos + right.nanos);
  if (isTime(left) && isTime(right) && operator === '-') return durationWithin(left.nanos - right.nanos);
  return null;
}

const nanosPerSecond = 1_000_000_000n;
/** The years 1 to 9999. */
const seconds = { min: -62_135_596_800n, max: 253_402_300_799n };

export const timeWithin = (nanos: bigint): Time | Unknown =>
  nanos < seconds.min * nanosPerSecond || nanos >= (seconds.max + 1n) * nanosPerSecond
    ? unknown('a time is out of range')
    : timeOf(nanos);

/** Some 292 years. */
export function durationWithin(nanos: bigint): Duration | Unknown {
  const within = withinInt64(nanos);
  return typeof within === 'bigint' ? durationOf(within) : within;
}
