const plainDecimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;
const lengthMax = 64;

/** True for a text that is a number as a whole: `120.5`, not `$120` or `12 apples`. */
export const isDecimal = (text: string): boolean =>
  text.length <= lengthMax && plainDecimal.test(text.trim());

/** Compares two texts for which {@link isDecimal} holds, digit by digit: negative, zero or positive. */
export function compareDecimals(left: string, right: string): number {
  const [a, b] = [scale(left), scale(right)];
  if (a === null || b === null) return Number(left) - Number(right);
  const places = Math.max(a.places, b.places);
  const difference =
    a.digits * 10n ** BigInt(places - a.places) - b.digits * 10n ** BigInt(places - b.places);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

/** The exact sum, without an exponent and without trailing zeros. */
export function sumDecimals(terms: readonly string[]): string | null {
  let total = { digits: 0n, places: 0 };
  for (const term of terms) {
    const next = isDecimal(term) ? scale(term) : null;
    if (next === null) return null;
    const places = Math.max(total.places, next.places);
    total = {
      digits:
        total.digits * 10n ** BigInt(places - total.places) +
        next.digits * 10n ** BigInt(places - next.places),
      places,
    };
  }
  return render(total);
}

interface Scaled {
  readonly digits: bigint;
  readonly places: number;
}

function scale(text: string): Scaled | null {
  const match = /^([+-]?)(\d*)\.?(\d*)$/.exec(text.trim());
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = BigInt(`${whole}${fraction}` || '0');
  return { digits: sign === '-' ? -digits : digits, places: fraction.length };
}

function render({ digits, places }: Scaled): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const fraction = text.slice(text.length - places).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
