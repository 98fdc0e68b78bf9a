import { Big } from 'big.js';

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;
const lengthMax = 64;
/** A sum of numbers with such exponents would have thousands of digits. */
const hugeExponent = /[eE][+-]?\d{3}/;

/** True for a text that is a number as a whole: `120.5`, not `$120` or `12 apples`. */
export const isDecimal = (text: string): boolean => text.length <= lengthMax && decimal.test(text.trim());

/** A decimal that is no code: a postal code or an account is no amount, though all its characters are digits. */
export const isQuantity = (text: string): boolean => isDecimal(text) && !/^[+-]?0\d/.test(text.trim());

/** Compares two texts for which {@link isDecimal} holds, exactly: negative, zero or positive. */
export const compareDecimals = (left: string, right: string): number =>
  parseDecimal(left).cmp(parseDecimal(right));

/** The exact sum, without an exponent and without trailing zeros; null where a term is not a number. */
export function sumDecimals(terms: readonly string[]): string | null {
  if (!terms.every((term) => isDecimal(term) && !hugeExponent.test(term))) return null;
  return terms.reduce((sum, term) => sum.plus(parseDecimal(term)), new Big(0)).toFixed();
}

/** Of a text for which {@link isDecimal} holds. */
export const parseDecimal = (text: string): Big => new Big(text.trim().replace(/^\+/, ''));
