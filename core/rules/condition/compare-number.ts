import { isList, isRecord, type JsonValue, scalarText } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { type Amount, readAmount } from './amount.ts';
import type { Test } from './condition-tree.ts';
import { currencyBeside } from './currency.ts';
import { compareDecimals } from './decimal.ts';

interface Place {
  readonly path: string;
  readonly value: JsonValue;
}

const comparisons: Readonly<Record<string, (difference: number) => boolean>> = {
  gt: (difference) => difference > 0,
  gte: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  lte: (difference) => difference <= 0,
};

/** Compares an amount, or the amounts of a list; null where one is no number, or of a currency that is not certain. */
export function compareNumber(
  test: Test,
  { path, value }: Place,
  document: DeliveryDocument,
): boolean | null {
  if (isList(value)) {
    const results = value.map((item) => compareNumber(test, { path, value: item }, document));
    const decisive = test.quantifier === 'any';
    if (results.includes(decisive)) return decisive;
    return results.includes(null) ? null : !decisive && results.length > 0;
  }
  const amount = isRecord(value) ? null : readAmount(scalarText(value) ?? '');
  if (value === null || typeof value === 'boolean' || amount === null) return null;
  // A postal code is no number, and version 1.10 comes after 1.9.
  if (/^0\d/.test(amount.digits) || (/version/i.test(path) && /\./.test(amount.digits))) return null;
  if (!isOfUnit(test, amount, { path, value }, document)) return null;
  return test.values.some(
    (wanted) => comparisons[test.op]?.(compareDecimals(amount.digits, wanted)) === true,
  );
}

/** Does the unit that the owner wrote stand beside the number in the delivery too? */
function isOfUnit({ unit }: Test, amount: Amount, { path }: Place, document: DeliveryDocument): boolean {
  if (unit === undefined) return true;
  if (unit === '%') return amount.unit === '%' || /percent|pct/i.test(path);
  if (amount.unit !== null) return amount.unit === unit;
  const currency = currencyBeside(document, path);
  // Senders that name a currency beside an integer often count in its smallest unit.
  const isMinor = /^\d+$/.test(amount.digits) && !wholeCurrencies.has(unit);
  return currency === unit && !isMinor;
}

/** They have no smaller unit. */
const wholeCurrencies = new Set(['JPY', 'KRW', 'VND', 'CLP']);
