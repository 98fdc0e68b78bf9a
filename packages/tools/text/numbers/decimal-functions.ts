import { Decimal } from 'decimal.js';
import { invalid, overLimit } from '../../refuse.ts';
import {
  add,
  divide,
  exact,
  modulo,
  multiply,
  negate,
  Rounded,
  rounded,
  settled,
  type Value,
} from './decimal-values.ts';
import { factorial, power, root } from './powers.ts';

type Evaluate = (values: readonly Value[]) => Value;

const pi = '3.141592653589793238462643383279502884197169399375105820974944592307816406';
const euler = '2.718281828459045235360287471352662497757247093699959574966967627724076630';
const halfTurn = rounded(new Decimal(pi));
export const constants: Readonly<Record<string, Value>> = {
  pi: halfTurn,
  π: halfTurn,
  tau: multiply(exact(2), halfTurn),
  e: rounded(new Decimal(euler)),
};

/** e to its power has as many digits as a result may have. */
const exponentialMax = 4_600;
/** Angles beyond have no digits left behind the point. */
const angleDigitsMax = 30;
/** Values between -1 and 1 are exact to so many places; sin(pi) is 0. */
const wavePlaces = 50;

const sum: Evaluate = (values) => values.reduce(add, exact(0));

function onlyOf(values: readonly Value[]): Value {
  const [value, ...more] = values;
  if (value === undefined || more.length > 0) throw invalid('text has a function that takes one number.');
  return value;
}

function pairOf(values: readonly Value[], name: string): readonly [Value, Value] {
  const [first, second, ...more] = values;
  if (first === undefined || second === undefined || more.length > 0)
    throw invalid(`${name} takes two numbers.`);
  return [first, second];
}

function roundTo(values: readonly Value[]): Value {
  const [value, { number: places } = exact(0)] = values;
  if (value === undefined || values.length > 2 || !/^\d\d?$/.test(places.toFixed()))
    throw invalid('round takes a number and how many decimal places, 0 to 99.');
  return exact(settled(value).toDecimalPlaces(places.toNumber(), Decimal.ROUND_HALF_UP));
}

const whole =
  (rounding: Decimal.Rounding): Evaluate =>
  (values) =>
    exact(settled(onlyOf(values)).toDecimalPlaces(0, rounding));

/** The least (-1) or the greatest (1). */
const extreme =
  (side: 1 | -1): Evaluate =>
  (values) =>
    values.reduce((found, value) => (value.number.cmp(found.number) === side ? value : found));

/** A function of an angle in radians. */
const wave =
  (evaluate: (angle: Decimal) => Decimal): Evaluate =>
  (values) => {
    const { number } = onlyOf(values);
    if (number.e > angleDigitsMax) throw overLimit('text has an angle that is too large.');
    return rounded(evaluate(new Rounded(number)).toDecimalPlaces(wavePlaces));
  };

const ofOne =
  (evaluate: (number: Decimal) => Decimal): Evaluate =>
  (values) => {
    const { number } = onlyOf(values);
    if (number.e > angleDigitsMax) throw overLimit('text has a number that is too large for its function.');
    return rounded(evaluate(new Rounded(number)));
  };

const exponential =
  (evaluate: (number: Decimal) => Decimal): Evaluate =>
  (values) => {
    if (onlyOf(values).number.abs().gt(exponentialMax))
      throw overLimit('The result would have too many digits.');
    return ofOne(evaluate)(values);
  };

function logarithm(value: Value, base?: Value): Value {
  const numbers = [value, ...(base === undefined ? [] : [base])].map(({ number }) => new Rounded(number));
  if (numbers.some((number) => number.lte(0)) || base?.number.eq(1) === true)
    throw invalid('text has a logarithm of what is not above 0, or to a base that is not, or is 1.');
  const [number = new Rounded(1), ofBase] = numbers;
  return rounded(ofBase === undefined ? number.ln() : number.log(ofBase));
}

const sin = wave((angle) => angle.sin());
const cos = wave((angle) => angle.cos());

export const functions: Readonly<Record<string, Evaluate>> = {
  sum,
  average: (values) => divide(sum(values), exact(values.length)),
  min: extreme(-1),
  max: extreme(1),
  abs: (values) => {
    const value = onlyOf(values);
    return value.number.isNegative() ? negate(value) : value;
  },
  floor: whole(Decimal.ROUND_FLOOR),
  ceil: whole(Decimal.ROUND_CEIL),
  trunc: whole(Decimal.ROUND_DOWN),
  round: roundTo,
  sign: (values) => exact(onlyOf(values).number.cmp(0)),
  sqrt: (values) => root(onlyOf(values), false),
  cbrt: (values) => root(onlyOf(values), true),
  pow: (values) => power(...pairOf(values, 'pow')),
  mod: (values) => modulo(...pairOf(values, 'mod')),
  factorial: (values) => factorial(onlyOf(values)),
  exp: exponential((number) => number.exp()),
  ln: (values) => logarithm(onlyOf(values)),
  log: (values) => (values.length === 2 ? logarithm(...pairOf(values, 'log')) : logarithm(onlyOf(values))),
  log10: (values) => logarithm(onlyOf(values), exact(10)),
  log2: (values) => logarithm(onlyOf(values), exact(2)),
  sin,
  cos,
  tan: (values) => divide(sin(values), cos(values)),
  asin: ofOne((number) => number.asin()),
  acos: ofOne((number) => number.acos()),
  atan: ofOne((number) => number.atan()),
  sinh: exponential((number) => number.sinh()),
  cosh: exponential((number) => number.cosh()),
  tanh: exponential((number) => number.tanh()),
  radians: (values) => divide(multiply(onlyOf(values), halfTurn), exact(180)),
  degrees: (values) => divide(multiply(onlyOf(values), exact(180)), halfTurn),
};
