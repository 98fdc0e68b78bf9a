import { z } from 'zod';
import { choiceParam, localeParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { calculate } from './numbers/calculate.ts';
import { plainNumber } from './numbers/plain-numbers.ts';

const currencyParam = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'must be a code of three letters such as EUR')
  .describe('ISO 4217 code such as EUR.');

function formatMoney(
  text: string,
  { currency, locale, unit }: { currency: string; locale: string; unit: 'major' | 'minor' },
): string {
  const number = text.trim();
  if (!plainNumber.test(number)) throw invalid('text must be a number such as 1234.5.');
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const amount =
    unit === 'minor' ? calculate(`(${plain(number)}) / 10 ^ ${digits}`) : number.replace(/^\+/, '');
  // A string keeps the digits that a double would lose.
  return format.format(amount as `${number}`);
}

function plain(number: string): string {
  if (/e/i.test(number)) throw invalid('text must be written without an exponent.');
  return number;
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'calculate',
    summary:
      'Evaluates an arithmetic expression with exact decimal numbers: + - * / ^, percent, mod, factorials, brackets, constants and functions.',
    params: z.object({
      text: textParam(
        'Such as round(1299.90 * 19%, 2), sqrt(2) * 1e3 or 5!. 19% is 0.19, 10 % 3 and 10 mod 3 are 1. Functions: sum, average, min, max, abs, floor, ceil, trunc, round(number, places), sign, sqrt, cbrt, pow, mod, factorial, exp, ln, log (natural; log(number, base)), log10, log2, sin, cos, tan, asin, acos, atan (radians), sinh, cosh, tanh, radians, degrees. Constants: pi, e, tau. Write 1000.5, not 1,000.5.',
        10_000,
      ),
    }),
    example: { params: { text: 'round((19.99 * 3 + 4.90) * 119%, 2)' }, result: '77.2' },
    run: ({ text }) => calculate(text),
  }),
  defineTool({
    id: 'format-money',
    summary: 'Writes an amount of money as a language does, also one that is given in cents.',
    params: z.object({
      text: textParam('The amount, such as 1234.5.', 400),
      currency: currencyParam,
      locale: localeParam,
      unit: choiceParam('minor: text counts the smallest unit, such as cents.', ['major', 'minor'], 'major'),
    }),
    example: { params: { text: '129990', currency: 'EUR', unit: 'minor' }, result: '€1,299.90' },
    inlineCharsMax: 500,
    run: ({ text, ...params }) => formatMoney(text, params),
  }),
  defineTool({
    id: 'read-number',
    summary: 'Reads a number as a language writes it, such as 1.299,90 €, as a plain number.',
    params: z.object({
      text: textParam('One number; a currency or percent sign beside it is ignored.', 400),
      locale: localeParam,
    }),
    example: { params: { text: '1.299,90 €', locale: 'de' }, result: '1299.90' },
    inlineCharsMax: 500,
    run: ({ text, locale }) => readNumber(text, locale),
  }),
];

/** Reads a number with the separators of a language. Digits, separators and what they stand for must agree. */
function readNumber(text: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(-12_345_678.9);
  const signOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const decimal = signOf('decimal');
  const isBlank = /^\s$/.test(signOf('group'));
  const digits = text
    .normalize('NFKC')
    .replaceAll(/[\p{Sc}%\u2030]|\b[A-Z]{3}\b/gu, '')
    .replaceAll(/[\u2212\u2013]/g, '-')
    .trim()
    .replaceAll('\u2019', "'");
  const group = isBlank ? ' ' : signOf('group').replace('\u2019', "'");
  const [whole = '', fraction, ...more] = digits.split(decimal);
  const groups = whole.replace(/^[-+]\s*/, '').split(group);
  const isGrouped =
    groups.length === 1 || groups.every((part, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{2,3}$/).test(part));
  const joined = groups.join('');
  if (
    more.length > 0 ||
    !isGrouped ||
    !/^\d+$/.test(joined) ||
    (fraction !== undefined && !/^\d+$/.test(fraction))
  )
    throw invalid(`text is not a number as ${locale} writes it.`);
  const sign = whole.startsWith('-') ? '-' : '';
  return `${sign}${joined.replace(/^0+(?=\d)/, '')}${fraction === undefined ? '' : `.${fraction}`}`;
}
