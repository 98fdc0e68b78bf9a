import { Decimal } from 'decimal.js';
import { invalid, overLimit } from '../../refuse.ts';

/*
 * Numbers of an expression. Sums, products and whole powers are exact up to `digitsMax` digits. Quotients that do not come
 * out even and functions such as sqrt have some 60 digits, of which the result shows fewer, so that what was rounded on
 * the way (1/3*3, sqrt(2)^2) does not show.
 */

const digitsMax = 2_000;
const workingDigits = 64;
/** Digits that stay exact after the errors of some thousand steps. */
const trustedDigits = 48;
const shownPlaces = 20;
/** A small number shows at least so many digits. */
const shownDigits = 10;

/** Exact: wide enough for the product of two numbers of `digitsMax` digits. */
const Exact = Decimal.clone({ precision: 2 * digitsMax + 10, maxE: 9e15, minE: -9e15 });
/** For what is never exact. */
export const Rounded = Decimal.clone({ precision: workingDigits, maxE: 9e15, minE: -9e15 });

export interface Value {
  readonly number: Decimal;
  readonly isExact: boolean;
}

export const exact = (number: Decimal.Value): Value => ({ number: new Exact(number), isExact: true });
export const rounded = (number: Decimal): Value => ({ number: new Exact(number), isExact: false });

/** Throws TOOL_LIMIT_EXCEEDED for a value that later steps would be slow with. */
export function bounded(value: Value): Value {
  const { number } = value;
  if (!number.isFinite()) throw invalid('text has a value that is no number.');
  if (Math.abs(number.e) > digitsMax || number.precision() > digitsMax)
    throw overLimit('The result would have too many digits.');
  return value;
}

/** Without the error of its rounding, so that floor(1/3*3) is 1. */
export function settled({ number, isExact }: Value): Decimal {
  return isExact ? number : number.toSignificantDigits(trustedDigits);
}

const areExact = (left: Value, right: Value) => left.isExact && right.isExact;

/** The difference of two almost equal numbers, one of them rounded, is the error of the rounding. */
export function add(left: Value, right: Value): Value {
  const number = left.number.plus(right.number);
  if (areExact(left, right)) return { number, isExact: true };
  const places = trustedDigits - Math.max(left.number.e, right.number.e);
  return { number: number.toDecimalPlaces(Math.max(0, places)), isExact: false };
}

export const negate = (value: Value): Value => ({ ...value, number: value.number.neg() });

export function multiply(left: Value, right: Value): Value {
  const number = left.number.times(right.number);
  if (areExact(left, right)) return { number, isExact: true };
  return rounded(number.toSignificantDigits(workingDigits));
}

/** Even quotients are exact. */
export function divide(left: Value, right: Value): Value {
  if (right.number.isZero()) throw invalid('text divides by zero.');
  const wholeDigits = Math.max(0, left.number.e - right.number.e);
  const digits = areExact(left, right) ? wholeDigits + workingDigits : workingDigits;
  const number = left.number.div(right.number).toSignificantDigits(digits);
  return { number, isExact: areExact(left, right) && number.times(right.number).eq(left.number) };
}

/** The rest of a division with the sign of the divisor, so that -1 mod 3 is 2. */
export function modulo(left: Value, right: Value): Value {
  if (right.number.isZero()) throw invalid('text divides by zero.');
  if (left.number.e - right.number.e > digitsMax) throw overLimit('The result would have too many digits.');
  const rest = settled(left).mod(settled(right));
  const isOtherSide = !rest.isZero() && rest.isNegative() !== right.number.isNegative();
  return { number: isOtherSide ? rest.plus(right.number) : rest, isExact: areExact(left, right) };
}

/** As a plain decimal without an exponent. */
export function written(value: Value): string {
  const number = settled(value);
  if (value.isExact) return number.isZero() ? '0' : number.toFixed();
  const shown = number.toDecimalPlaces(Math.max(shownPlaces, shownDigits - number.e), Decimal.ROUND_HALF_UP);
  return shown.isZero() ? '0' : shown.toFixed();
}
