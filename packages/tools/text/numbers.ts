import { z } from 'zod';
import { assertOutputFits, jsonText } from '../output.ts';
import { choiceParam, flagParam, localeParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { parseInteger } from './numbers/number-base.ts';
import { describeNumbers, parseNumbers } from './numbers/number-statistics.ts';
import { numberInWords } from './numbers/number-words.ts';
import { fromRoman, toRoman } from './numbers/roman-numerals.ts';
import { plainNumber } from './numbers/plain-numbers.ts';

/** Conversion is quadratic in the length. */
const digitsMax = 10_000;
const baseParam = (description: string, byDefault: number) =>
  z.int().min(2).max(36).default(byDefault).describe(description);

const groupSizes: Readonly<Record<number, number>> = { 2: 4, 16: 4 };

function groupDigits(text: string, base: number): string {
  const sign = text.startsWith('-') ? '-' : '';
  const body = text.slice(sign.length);
  const size = groupSizes[base] ?? 3;
  const groups: string[] = [];
  for (let end = body.length; end > 0; end -= size) groups.unshift(body.slice(Math.max(0, end - size), end));
  return sign + groups.join(' ');
}

function divisor(a: bigint, b: bigint): bigint {
  let [high, low] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (low > 0n) [high, low] = [low, high % low];
  return high;
}

function commonDivisorAndMultiple(text: string): string {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length < 2 || words.length > 100) throw invalid('text must hold 2 to 100 whole numbers.');
  if (words.some((word) => word.length > 200)) throw invalid('text has a number of more than 200 digits.');
  const numbers = words.map((word) => parseInteger(word, 10));
  const gcd = numbers.reduce(divisor);
  const lcm = numbers.reduce((a, b) => (a === 0n || b === 0n ? 0n : (a / divisor(a, b)) * b));
  return jsonText({ gcd: String(gcd), lcm: String(lcm < 0n ? -lcm : lcm) });
}

function primeFactors(text: string): string {
  let rest = Number(parseInteger(text, 10));
  if (!(rest >= 2 && rest <= 1e13))
    throw invalid('text must be a whole number from 2 to 10,000,000,000,000.');
  const factors: string[] = [];
  for (let prime = 2; prime * prime <= rest; prime += prime === 2 ? 1 : 2) {
    let power = 0;
    while (rest % prime === 0) {
      rest /= prime;
      power += 1;
    }
    if (power > 0) factors.push(power === 1 ? String(prime) : `${prime}^${power}`);
  }
  if (rest > 1) factors.push(String(rest));
  return factors.join(' × ');
}

function formatNumber(
  text: string,
  params: {
    locale: string;
    style: 'decimal' | 'percent' | 'compact' | 'scientific';
    minDigits: number;
    maxDigits: number;
  },
): string {
  const number = text.trim().replace(/[\s_]/g, '');
  if (!plainNumber.test(number)) throw invalid('text must be a number such as 1234567.891.');
  const format = new Intl.NumberFormat(params.locale, {
    style: params.style === 'percent' ? 'percent' : 'decimal',
    notation: params.style === 'compact' || params.style === 'scientific' ? params.style : 'standard',
    minimumFractionDigits: params.minDigits,
    maximumFractionDigits: Math.max(params.minDigits, params.maxDigits),
  });
  // A string keeps the digits that a double would lose.
  return format.format(number.replace(/^\+/, '') as `${number}`);
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'number-base',
    title: 'Convert number base',
    summary: 'Converts a whole number of any size between the bases 2 to 36.',
    params: z.object({
      text: textParam('The number; blanks, underscores and 0x, 0o, 0b are ignored.', digitsMax),
      from: baseParam('Base of the input.', 10),
      to: baseParam('Base of the result.', 16),
      upperCase: flagParam('Write letters as capitals.'),
      group: flagParam('Group the digits with blanks.'),
    }),
    example: { params: { text: '255', to: 2 }, result: '11111111' },
    isHeavy: true,
    run: ({ text, from, to, upperCase, group }) => {
      const converted = parseInteger(text, from).toString(to);
      const cased = upperCase ? converted.toUpperCase() : converted;
      return group ? groupDigits(cased, to) : cased;
    },
  }),
  defineQuickTool({
    id: 'roman-numeral',
    title: 'Roman numerals',
    summary: 'Converts 1 to 3999 into Roman numerals and back.',
    params: z.object({
      text: textParam('A whole number or a Roman numeral.', 100),
      direction: choiceParam('auto: by what the text is.', ['auto', 'encode', 'decode'], 'auto'),
    }),
    example: { params: { text: '2026' }, result: 'MMXXVI' },
    run: ({ text, direction }) => {
      const encodes = direction === 'encode' || (direction === 'auto' && /\d/.test(text));
      return encodes ? toRoman(text) : fromRoman(text);
    },
  }),
  defineTool({
    id: 'number-format',
    title: 'Format number',
    summary: 'Writes a number as a language does, with separators, as percentage or short.',
    params: z.object({
      text: textParam('A number such as 1234567.891.', 400),
      locale: localeParam,
      style: choiceParam('The form.', ['decimal', 'percent', 'compact', 'scientific'], 'decimal'),
      minDigits: z.int().min(0).max(20).default(0).describe('Least digits after the point.'),
      maxDigits: z.int().min(0).max(20).default(3).describe('Most digits after the point.'),
    }),
    example: { params: { text: '1234567.891', locale: 'de' }, result: '1.234.567,891' },
    run: ({ text, ...params }) => formatNumber(text, params),
  }),
  defineQuickTool({
    id: 'number-to-words',
    title: 'Number in words',
    summary: 'Writes a number in English words, cardinal or ordinal.',
    params: z.object({
      text: textParam('A decimal number below 10^36.', 200),
      form: choiceParam('one, two … or first, second …', ['cardinal', 'ordinal'], 'cardinal'),
    }),
    example: { params: { text: '1234.5' }, result: 'one thousand two hundred thirty-four point five' },
    run: ({ text, form }) => numberInWords(text, form),
  }),
  defineQuickTool({
    id: 'number-statistics',
    title: 'Statistics of numbers',
    summary: 'Describes a list of numbers: sum, mean, median, mode, quartiles, variance.',
    params: z.object({ text: textParam('Numbers between blanks, commas, semicolons or line breaks.') }),
    example: {
      params: { text: '2, 4, 4, 6' },
      result:
        '{\n  "count": 4,\n  "sum": 16,\n  "mean": 4,\n  "median": 4,\n  "mode": [\n    4\n  ],\n  "min": 2,\n  "max": 6,\n  "range": 4,\n  "quartiles": [\n    3.5,\n    4,\n    4.5\n  ],\n  "populationVariance": 2,\n  "populationStandardDeviation": 1.4142135623730951,\n  "sampleVariance": 2.6666666666666665,\n  "sampleStandardDeviation": 1.632993161855452\n}',
    },
    run: ({ text }) => jsonText(describeNumbers(parseNumbers(text))),
  }),
  defineTool({
    id: 'gcd-lcm',
    title: 'Common divisor and multiple',
    summary: 'Computes the greatest common divisor and the least common multiple of whole numbers.',
    params: z.object({ text: textParam('2 to 100 whole numbers.', digitsMax) }),
    example: { params: { text: '12, 18' }, result: '{\n  "gcd": "6",\n  "lcm": "36"\n}' },
    run: ({ text }) => commonDivisorAndMultiple(text),
  }),
  defineTool({
    id: 'prime-factors',
    summary: 'Splits a whole number up to 10^13 into its prime factors.',
    params: z.object({ text: textParam('A whole number from 2.', 40) }),
    example: { params: { text: '360' }, result: '2^3 × 3^2 × 5' },
    run: ({ text }) => {
      const factors = primeFactors(text);
      assertOutputFits(factors.length);
      return factors;
    },
  }),
];
