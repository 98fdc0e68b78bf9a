const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;
const lengthMax = 64;

/** True for a text that is a number as a whole: `120.5`, not `$120` or `12 apples`. */
export const isDecimal = (text: string): boolean => text.length <= lengthMax && decimal.test(text.trim());

const units = new Set(
  '$ € £ % USD EUR GBP CHF CAD AUD NZD JPY CNY INR SEK NOK DKK PLN CZK HUF BRL MXN SGD HKD ZAR'.split(' '),
);

const money = /^(\p{Sc}|[A-Za-z]{3})?\s?([+-]?\d(?:[\d.,'’]|\s(?=\d{3}))*)\s?(\p{Sc}|%|[A-Za-z]{3})?$/u;
/** `1 234,56` and `1'234.56`. */
const spaced = /^[+-]?\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d{1,2})?$/;

/** The digits of the number in a text of a delivery: `120.5`, `$1,200.50`, `1.200,50 EUR`; null where it is none, or `1,200`. */
export function readAmount(text: string): string | null {
  if (isDecimal(text)) return text.trim();
  const [, before, written = '', after] = money.exec(text.trim()) ?? [];
  const sign = before ?? after;
  const isOfUnit = sign === undefined || units.has(sign.toUpperCase());
  return isOfUnit && (before === undefined || after === undefined) ? plainDigits(written) : null;
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
