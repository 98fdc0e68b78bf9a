import { Big } from 'big.js';

import { timeWithin, withinInt64 } from '../arithmetic.ts';
import { spend, spendChars, overBudget } from '../budget.ts';
import { readAmount } from '../amount.ts';
import { readDuration, readTime, wholeSeconds, writeDuration, writeTime } from '../times.ts';
import {
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
  wrongKind,
} from '../value.ts';
import type { CelFunction } from './cel-function.ts';
import { lengthOf } from './texts.ts';
import { dayOf } from './times.ts';

const of = (name: string, convert: (value: Value) => Value | undefined): CelFunction => ({
  args: [1, 1],
  call: ([value = null]) => convert(value) ?? wrongKind(name, value),
});

const numberCharsMax = 64;
/** One thousand two hundred, or a little more than one. */
const couldBeTwo = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
/** A postal code. */
const isCode = /^[+-]?0\d/;

/** The number in a text, whoever wrote it: `1,200.50`, `1.200,50 €`. Not a code, nor one that could be two: `1,200`. */
function readNumber(text: string): Big | Unknown {
  const isNone =
    text.length > numberCharsMax || [couldBeTwo, isCode].some((pattern) => pattern.test(text.trim()));
  const amount = isNone ? null : readAmount(text);
  return amount === null ? unknown(`a text is no number, or could be two`) : new Big(amount.replace('+', ''));
}

function exactNumber(value: Value): Value | undefined {
  if (typeof value === 'string') return readNumber(value);
  const number = numericOf(value);
  if (number === null || (typeof number === 'number' && !Number.isFinite(number))) return undefined;
  return typeof number === 'number' ? new Big(number) : number;
}

function toInt(value: Value): Value | undefined {
  if (typeof value === 'string')
    return /^[+-]?\d{1,19}$/.test(value) ? withinInt64(BigInt(value.replace('+', ''))) : undefined;
  if (isTime(value)) return wholeSeconds(value);
  const number = numericOf(value);
  if (number === null || (typeof number === 'number' && !(Math.abs(number) < 2 ** 63))) return undefined;
  return typeof number === 'bigint' ? number : withinInt64(wholePart(number));
}

const wholePart = (value: number | Big): bigint =>
  typeof value === 'number' ? BigInt(Math.trunc(value)) : BigInt(value.round(0, Big.roundDown).toFixed());

const doubleCharsMax = 400;

function toDouble(value: Value): Value | undefined {
  if (typeof value !== 'string') return numericOf(value) === null ? undefined : Number(numericOf(value));
  const isDouble =
    value.length <= doubleCharsMax && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value);
  return isDouble ? Number(value) : Object.hasOwn(notFinite, value) ? notFinite[value] : undefined;
}

const notFinite: Readonly<Partial<Record<string, number>>> = {
  NaN,
  Infinity,
  '+Infinity': Infinity,
  '-Infinity': -Infinity,
  inf: Infinity,
  '+inf': Infinity,
  '-inf': -Infinity,
};

function toText(value: Value): Value | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (isTime(value)) return writeTime(value);
  if (isDuration(value)) return writeDuration(value);
  const number = numericOf(value);
  return number === null ? undefined : writeNumber(number);
}

const writeNumber = (number: Numeric): string =>
  typeof number === 'object' ? number.toFixed() : Object.is(number, -0) ? '-0' : String(number);

const truths = new Map([
  ...['true', 'TRUE', 'True', 't', '1'].map((text): [string, boolean] => [text, true]),
  ...['false', 'FALSE', 'False', 'f', '0'].map((text): [string, boolean] => [text, false]),
]);

const size: CelFunction = {
  args: [1, 1],
  call: ([value = null], budget) => {
    if (typeof value === 'string')
      return spendChars(budget, value.length) ? BigInt(lengthOf(value)) : overBudget;
    if (isValueList(value)) return BigInt(value.length);
    if (!isValueRecord(value)) return wrongKind('size', value);
    const { length } = Object.keys(value);
    return spend(budget, length) ? BigInt(length) : overBudget;
  },
};

function toTime(value: Value): Value | undefined {
  if (typeof value === 'bigint') return timeWithin(value * 1_000_000_000n);
  return isTime(value) ? value : typeof value === 'string' ? readTime(value) : undefined;
}

export const conversions = {
  size,
  int: of('int', toInt),
  double: of('double', toDouble),
  string: of('string', toText),
  bool: of('bool', (value) =>
    typeof value === 'boolean' ? value : typeof value === 'string' ? truths.get(value) : undefined,
  ),
  timestamp: of('timestamp', toTime),
  duration: of('duration', (value) =>
    isDuration(value) ? value : typeof value === 'string' ? readDuration(value) : undefined,
  ),
  dyn: of('dyn', (value) => value),
  number: of('number', exactNumber),
  sameText: {
    args: [2, 2],
    call: ([left = null, right = null], budget) => {
      if (typeof left !== 'string') return wrongKind('sameText', left);
      if (typeof right !== 'string') return wrongKind('sameText', right);
      if (!spendChars(budget, (left.length + right.length) * 4)) return overBudget;
      return folded(left) === folded(right);
    },
  },
  day: {
    args: [2, 2],
    hasZone: true,
    call: ([value = null, zone]) => {
      const time = toTime(value) ?? wrongKind('day', value);
      return isUnknown(time) || !isTime(time) || typeof zone !== 'string' ? time : dayOf(time, zone);
    },
  },
} satisfies Record<string, CelFunction>;

const folded = (text: string): string => text.normalize('NFC').toLowerCase();
