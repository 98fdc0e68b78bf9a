import { isDecimal } from './decimal.ts';

/** A number, and the unit written with it as the code of a currency or `%`. */
export interface Amount {
  readonly digits: string;
  readonly unit: string | null;
}

const units: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  dollar: 'USD',
  dollars: 'USD',
  euro: 'EUR',
  euros: 'EUR',
  pound: 'GBP',
  pounds: 'GBP',
  yen: 'JPY',
  francs: 'CHF',
  percent: '%',
  '%': '%',
};
const codes = new Set(
  'USD EUR GBP CHF CAD AUD NZD JPY CNY INR SEK NOK DKK PLN CZK HUF BRL MXN SGD HKD ZAR'.split(' '),
);

/** The currency or unit of a sign or word; null where it is none. */
export const unitOf = (word: string): string | null =>
  units[word.toLowerCase()] ?? (codes.has(word.toUpperCase()) ? word.toUpperCase() : null);

const money = /^(\p{Sc}|[A-Za-z]{3})?\s?([+-]?\d(?:[\d.,'’]|\s(?=\d{3}))*)\s?(\p{Sc}|%|[A-Za-z]{3})?$/u;
/** `1 234,56` and `1'234.56`. */
const spaced = /^[+-]?\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d{1,2})?$/;

/** The number in a text of a delivery: `120.5`, `$1,200.50`, `1.200,50 EUR`; null where it is none, or `1,200`. */
export function readAmount(text: string): Amount | null {
  if (isDecimal(text)) return { digits: text.trim(), unit: null };
  const [, before, written = '', after] = money.exec(text.trim()) ?? [];
  const digits = plainDigits(written);
  const sign = before ?? after;
  const unit = sign === undefined ? null : unitOf(sign);
  return digits === null ||
    (before !== undefined && after !== undefined) ||
    (sign !== undefined && unit === null)
    ? null
    : { digits, unit };
}

/** Without separators of thousands; null where a point or a comma could be either. */
function plainDigits(written: string): string | null {
  if (spaced.test(written)) return written.replace(/[\s'’]/g, '').replace(',', '.');
  if (/^[+-]?\d{1,3}(?:,\d{3})+\.\d+$|^[+-]?\d{1,3}(?:,\d{3}){2,}$/.test(written))
    return written.replaceAll(',', '');
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$|^[+-]?\d+,\d{1,2}$/.test(written))
    return written.replaceAll('.', '').replace(',', '.');
  return isDecimal(written) && !/\.\d{3}$/.test(written) ? written : null;
}
