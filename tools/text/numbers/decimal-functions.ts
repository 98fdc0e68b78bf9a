import { Big } from 'big.js';
import { invalid, overLimit } from '../../refuse.ts';

const digitsMax = 2_000;
const exponentMax = 1_000;

/** Decimal numbers of any length; quotients have 20 decimal places. */
export const Decimal = Big();
Decimal.DP = 20;

/** Throws TOOL_LIMIT_EXCEEDED for a value that later steps would be slow with. */
export function bounded(value: Big): Big {
  if (value.c.length > digitsMax || Math.abs(value.e) > digitsMax)
    throw overLimit('The result would have too many digits.');
  return value;
}

const sum = (values: readonly Big[]): Big =>
  values.reduce((total, value) => total.plus(value), new Decimal(0));
const onlyOf = (values: readonly Big[]): Big => {
  const [value, ...more] = values;
  if (value === undefined || more.length > 0) throw invalid('text has a function that takes one number.');
  return value;
};

function roundTo(values: readonly Big[]): Big {
  const [value, places = new Decimal(0)] = values;
  if (value === undefined || values.length > 2 || !/^\d\d?$/.test(places.toFixed()))
    throw invalid('round takes a number and how many decimal places, 0 to 99.');
  return value.round(Number(places.toFixed()), Decimal.roundHalfUp);
}

export const functions: Readonly<Record<string, (values: readonly Big[]) => Big>> = {
  sum,
  average: (values) => sum(values).div(values.length),
  min: (values) => values.reduce((least, value) => (value.lt(least) ? value : least)),
  max: (values) => values.reduce((most, value) => (value.gt(most) ? value : most)),
  abs: (values) => onlyOf(values).abs(),
  floor: (values) => down(onlyOf(values)),
  ceil: (values) => down(onlyOf(values).neg()).neg(),
  round: roundTo,
};
function down(value: Big): Big {
  const whole = value.round(0, Decimal.roundDown);
  return whole.gt(value) ? whole.minus(1) : whole;
}

export function power(base: Big, exponent: Big): Big {
  if (!/^-?\d{1,4}$/.test(exponent.toFixed()) || exponent.abs().gt(exponentMax))
    throw invalid(`text has an exponent that is no whole number from -${exponentMax} to ${exponentMax}.`);
  if (base.c.length * Number(exponent.abs().toFixed()) > digitsMax * 4)
    throw overLimit('The result would have too many digits.');
  return base.pow(Number(exponent.toFixed()));
}
