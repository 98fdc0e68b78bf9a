import { scalarText } from '#domain/json-value.ts';
import { followPath } from '../../document/follow-path.ts';
import { decimalOf, numberOf } from './numbers.ts';
import {
  type Argument,
  argumentsThat,
  isText,
  noArguments,
  oneOf,
  type Place,
  type TemplateFunction,
} from './template-function.ts';

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const isCurrency = ({ kind, text }: Argument): boolean =>
  kind === 'text' && currencies.has(text.toUpperCase());

function isLocale(arg: Argument): boolean {
  try {
    return isText(arg) && Intl.NumberFormat.supportedLocalesOf(arg.text).length === 1;
  } catch {
    return false;
  }
}

export const currencyFunctions = {
  /** An amount as people write it: in the currency that is named, or in the one beside the amount; then the language, by default `en-US`. */
  currency: {
    takes: oneOf(noArguments, argumentsThat(isCurrency), argumentsThat(isCurrency, isLocale)),
    apply: (input, [named, locale], place) => {
      const decimal = decimalOf(input);
      if (decimal === null) return { needs: 'a number' };
      const beside = currencyBeside(place);
      const code = named?.text.toUpperCase() ?? beside;
      if (code === null) return { needs: 'a currency beside the amount' };
      if (beside !== null && beside !== code) return { needs: `an amount in ${code}, not in ${beside}` };
      // Beside a currency a whole number may count its cents.
      if (beside !== null && decimalsOf(code) !== 0 && !place.isScaled && !/\./.test(scalarText(input) ?? ''))
        return { needs: 'an amount with decimals, or "divide: 100" before it' };
      const format = new Intl.NumberFormat(locale?.text ?? 'en-US', { style: 'currency', currency: code });
      // As text: a double would change the digits of large amounts.
      return { value: format.format(decimal.toFixed() as Intl.StringNumericLiteral) };
    },
  },
  /** An amount that is written with two decimals, in cents: `"49.50"` gives 4950. */
  cents: {
    takes: noArguments,
    apply: (input, _, place) => {
      const decimal = /\.\d{2}$/.test(scalarText(input) ?? '') ? decimalOf(input) : null;
      if (decimal === null) return { needs: 'an amount with two decimals' };
      const code = currencyBeside(place);
      return code === null || decimalsOf(code) === 2
        ? numberOf(decimal.times(100).toFixed())
        : { needs: `an amount in a currency that has cents, not in ${code}` };
    },
  },
} satisfies Readonly<Record<string, TemplateFunction>>;

const decimalsOf = (currency: string): number | undefined =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;

const names = ['currency', 'currency_code', 'currencyCode'];

/** The currency of an amount: the nearest one on the way up from it. */
function currencyBeside({ document, path }: Place): string | null {
  const steps = path.split('.');
  for (let length = steps.length - 1; length >= 0; length -= 1)
    for (const name of names) {
      const value = followPath(document.root, [...steps.slice(0, length), name].join('.'));
      if (typeof value === 'string' && currencies.has(value.toUpperCase())) return value.toUpperCase();
    }
  return null;
}
