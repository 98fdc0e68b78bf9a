import { Big } from 'big.js';

import { isExactNumber, parseJson, scalarText } from '#domain/json-value.ts';
import { overBudget, spend, spendChars } from '../../cel/budget.ts';
import { functions } from '../../cel/functions.ts';
import type { CelFunction } from '../../cel/functions/cel-function.ts';
import { conversions } from '../../cel/functions/conversions.ts';
import {
  isUnknown,
  isValueList,
  numericOf,
  type Unknown,
  unknown,
  type Value,
  wrongKind,
} from '../../cel/value.ts';
import { summarise, summariseValue } from '../summarise-delivery.ts';
import { toJson } from '../to-json.ts';
import { formatDate, readDateFormat } from './dates.ts';

type Call = CelFunction['call'];

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const placesMax = 10;
/** Of no more characters sentences are weighed, which takes a step for some of them. */
const weighedCharsMax = 100_000;
const charsPerStep = 8;

/** A function of a number, or of a text that is one as `number()` reads it. */
const ofNumber =
  (use: (number: Big, others: readonly Value[]) => Value): Call =>
  ([value = null, ...others], budget, document) => {
    const number = conversions.number.call([value], budget, document);
    const numeric = isUnknown(number) ? null : numericOf(number);
    return numeric === null ? number : use(new Big(String(numeric)), others);
  };

const round = ofNumber((number, [places = 0n]) => {
  const count = Number(numericOf(places) ?? NaN);
  return Number.isInteger(count) && count >= 0 && count <= placesMax
    ? (parseJson(number.toFixed(count, Big.roundHalfUp))?.value ?? null)
    : unknown(`round() takes 0 to ${placesMax} decimals`);
});

const currency = ofNumber((number, [code, locale = 'en-US']) => {
  if (typeof code !== 'string' || !currencies.has(code.toUpperCase()))
    return unknown('currency() takes the code of a currency, such as "EUR"');
  if (typeof locale !== 'string' || !isLocale(locale))
    return unknown('currency() takes a language such as "de-DE"');
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code });
  // As text: a double would change the digits of large amounts.
  return format.format(number.toFixed() as Intl.StringNumericLiteral);
});

function isLocale(text: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text).length === 1;
  } catch {
    return false;
  }
}

const date: Call = ([value = null, format, zone], budget) => {
  const time = toJson(value, budget);
  if (isUnknown(time)) return time;
  if (typeof time !== 'string' && typeof time !== 'number' && !isExactNumber(time))
    return wrongKind('date', value);
  const formatted = formatDate(
    (scalarText(time) ?? '').trim(),
    typeof format === 'string' ? format : '',
    typeof zone === 'string' ? zone : null,
  );
  return 'text' in formatted ? formatted.text : unknown(`date() needs ${formatted.needs}`);
};

const sum: Call = ([list = null], budget, document) => {
  if (!isValueList(list)) return wrongKind('sum', list);
  let total: Big | Unknown = new Big(0);
  for (const item of list) {
    if (!spend(budget, 1)) return overBudget;
    const so: Big = total;
    const next = ofNumber((number) => so.plus(number))([item], budget, document);
    if (!(next instanceof Big)) return next;
    total = next;
  }
  return total;
};

const json: Call = ([value = null], budget) => {
  const written = toJson(value, budget);
  return isUnknown(written) ? written : JSON.stringify(written);
};

const summary: Call = ([value], budget, document) => {
  const { length } = document.text;
  if (!spendChars(budget, length) || !spend(budget, Math.min(length, weighedCharsMax) / charsPerStep))
    return overBudget;
  if (value === undefined) return summarise(document);
  const part = toJson(value, budget);
  return isUnknown(part) ? part : summariseValue(part);
};

/** The functions of plans: those of conditions, and what is for texts that are sent. */
export const planFunctions: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ...functions,
  ['round', { args: [1, 2], call: round }],
  ['currency', { args: [2, 3], call: currency }],
  [
    'date',
    {
      args: [2, 3],
      hasZone: true,
      second: { isFit: (text) => readDateFormat(text) !== null, expected: '"DD.MM.YYYY"' },
      call: date,
    },
  ],
  ['sum', { args: [1, 1], call: sum }],
  ['json', { args: [1, 1], call: json }],
  ['summary', { args: [0, 1], call: summary }],
]);
