import type { Decimal } from 'decimal.js';
import { invalid, overLimit } from '../../refuse.ts';
import { divide, exact, Rounded, rounded, type Value } from './decimal-values.ts';

const exponentMax = 1_000;
const exactDigitsMax = 8_000;
const factorialMax = 500;

/** Whole powers of exact numbers are exact; a power that is no whole number needs a base that is not negative. */
export function power(base: Value, exponent: Value): Value {
  const { number } = exponent;
  if (number.abs().gt(exponentMax))
    throw invalid(`text has an exponent that is not from -${exponentMax} to ${exponentMax}.`);
  if (base.number.isZero() && number.isNegative() && !number.isZero()) throw invalid('text divides by zero.');
  if (number.isInteger() && base.isExact && exponent.isExact) return wholePower(base, number);
  if (base.number.isNegative() && !number.isInteger())
    throw invalid('text has a root of a negative number, which is no real number.');
  return rounded(new Rounded(base.number).pow(number));
}

function wholePower(base: Value, exponent: Decimal): Value {
  const times = Math.abs(exponent.toNumber());
  if (base.number.precision() * times > exactDigitsMax)
    throw overLimit('The result would have too many digits.');
  const whole = exact(base.number.pow(times));
  return exponent.isNegative() ? divide(exact(1), whole) : whole;
}

export function factorial({ number, isExact }: Value): Value {
  if (!isExact || !number.isInteger() || number.isNegative() || number.gt(factorialMax))
    throw invalid(`text has a factorial of what is no whole number from 0 to ${factorialMax}.`);
  let product = exact(1).number;
  for (let factor = 2; factor <= number.toNumber(); factor += 1) product = product.times(factor);
  return exact(product);
}

/** Even roots of exact squares are exact. */
export function root(value: Value, isCube: boolean): Value {
  if (value.number.isNegative() && !isCube)
    throw invalid('text has a root of a negative number, which is no real number.');
  const found = isCube ? new Rounded(value.number).cbrt() : new Rounded(value.number).sqrt();
  const back = exact(found).number.pow(isCube ? 3 : 2);
  return value.isExact && back.eq(value.number) ? exact(found) : rounded(found);
}
