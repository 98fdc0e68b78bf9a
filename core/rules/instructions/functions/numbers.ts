import { Big } from 'big.js';

import { isList, isRecord, type JsonValue, parseJson, scalarText } from '#domain/json-value.ts';
import { isDecimal, isQuantity, parseDecimal } from '../../condition/decimal.ts';
import {
  type Applied,
  type Argument,
  argumentsThat,
  noArguments,
  oneOf,
  type TemplateFunction,
} from './template-function.ts';

const charsMax = 64;
const decimalsMax = 10;

/** A number, or a text that is one as a whole; null for all else, a postal code such as 01234 included. */
export function decimalOf(value: JsonValue): Big | null {
  if (value === null || typeof value === 'boolean' || isRecord(value) || isList(value)) return null;
  const text = scalarText(value)?.trim() ?? '';
  return isQuantity(text) ? parseDecimal(text) : null;
}

/** As a number of JSON with just these digits. */
export function numberOf(text: string): Applied {
  const parsed = text.length <= charsMax ? parseJson(text) : null;
  return parsed === null ? { needs: 'a number of fewer digits' } : { value: parsed.value };
}

const withDecimal =
  (use: (input: Big, arg: Big) => Applied) =>
  (input: JsonValue, [arg]: readonly Argument[]): Applied => {
    const decimal = decimalOf(input);
    return decimal === null ? { needs: 'a number' } : use(decimal, new Big(arg?.text ?? 0));
  };

const isNumber = ({ kind, text }: Argument): boolean => kind === 'number' && isDecimal(text);
const isDivisor = (arg: Argument): boolean => isNumber(arg) && !new Big(arg.text).eq(0);
const isPlaces = ({ kind, text }: Argument): boolean =>
  kind === 'number' && /^\d+$/.test(text) && Number(text) <= decimalsMax;

export const numberFunctions = {
  /** A number divided by another, exactly: up to 20 decimals. */
  divide: {
    takes: argumentsThat(isDivisor),
    apply: withDecimal((input, by) => numberOf(input.div(by).toFixed())),
  },
  /** A number times another, exactly. */
  multiply: {
    takes: argumentsThat(isNumber),
    apply: withDecimal((input, by) => numberOf(input.times(by).toFixed())),
  },
  /** A number with so many decimals, by default none; halves go away from zero. */
  round: {
    takes: oneOf(noArguments, argumentsThat(isPlaces)),
    apply: withDecimal((input, places) => numberOf(input.toFixed(places.toNumber(), Big.roundHalfUp))),
  },
} satisfies Readonly<Record<string, TemplateFunction>>;
