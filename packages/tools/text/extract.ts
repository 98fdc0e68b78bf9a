import { z } from 'zod';
import { choiceParam, flagParam, integerParam, localeParam, textParam } from '../params.ts';
import { overLimit } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { listFound } from './extract-links.ts';
import { allMatches } from './extract-patterns.ts';
import { findPhoneNumbers } from './patterns/phone-numbers.ts';
import { sentencesOf } from './words/sentences.ts';

const uniqueParam = flagParam('Gives each one once, in the order of the first.');
const foundMax = 100_000;

/**
 * A sign belongs to the number unless a digit or letter precedes it; .5 has no digit before its point. 1,234 is one number
 * in the English style, and in the plain one if it cannot be anything else than thousands.
 */
const numbers = {
  plain:
    /(?:(?<![\p{L}\p{N}])[-+−])?(?<![\p{L}\p{N}.])(?:(?:[1-9]\d{0,2}(?:[,_]\d{3})+(?![,_]?\d)|\d+)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,4})?(?![\p{L}\d]|\.\d)/gu,
  english:
    /(?:(?<![\p{L}\p{N}])[-+−])?(?<![\p{L}\p{N}.,])(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?![\p{L}\d]|\.\d)/gu,
  european:
    /(?:(?<![\p{L}\p{N}])[-+−])?(?<![\p{L}\p{N}.,])(?:(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?|,\d+)(?![\p{L}\d]|,\d)/gu,
} as const;

function numbersIn(text: string, style: keyof typeof numbers): readonly string[] {
  return allMatches(text, numbers[style]).map((number) => {
    const signed = number.replace('−', '-');
    return style === 'european'
      ? signed.replaceAll('.', '').replace(',', '.')
      : signed.replaceAll(/[,_]/g, '');
  });
}

function between(text: string, start: string, end: string): readonly string[] {
  const found: string[] = [];
  for (let from = text.indexOf(start); from !== -1;) {
    const begin = from + start.length;
    const close = text.indexOf(end, begin);
    if (close === -1) break;
    found.push(text.slice(begin, close));
    if (found.length > foundMax) throw overLimit(`The text holds more than ${foundMax} such parts.`);
    from = text.indexOf(start, close + end.length);
  }
  return found;
}

async function phoneNumbers(
  text: string,
  country: string | undefined,
  form: 'international' | 'e164' | 'raw',
): Promise<readonly string[]> {
  const found = await findPhoneNumbers(text, country);
  return found.map(({ number, startsAt, endsAt }) => {
    if (form === 'raw') return text.slice(startsAt, endsAt);
    return form === 'e164' ? number.number : number.formatInternational();
  });
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'extract-numbers',
    summary: 'Lists the numbers in the text as plain decimals, a line each.',
    params: z.object({
      text: textParam(),
      style: choiceParam(
        'plain: 1234.5 or 1,234.5, with exponents; english: 1,234.5; european: 1.234,5.',
        ['plain', 'english', 'european'],
        'plain',
      ),
      unique: uniqueParam,
    }),
    example: { params: { text: 'From -3.5 to 1,200 in 2 steps', style: 'english' }, result: '-3.5\n1200\n2' },
    inlineCharsMax: 1000,
    run: ({ text, style, unique }) => listFound(numbersIn(text, style), unique),
  }),
  defineTool({
    id: 'extract-phone-numbers',
    summary: 'Lists valid phone numbers, a line each; those without +country need the country.',
    params: z.object({
      text: textParam('The text to work on.', 20_000),
      country: z
        .string()
        .max(10)
        .optional()
        .describe('Country of numbers without a country code, such as US.'),
      form: choiceParam(
        'How to write them; raw: as in the text.',
        ['international', 'e164', 'raw'],
        'international',
      ),
      unique: uniqueParam,
    }),
    example: {
      params: { text: 'Call (202) 456-1414 or +44 20 7946 0018.', country: 'US' },
      result: '+1 202 456 1414\n+44 20 7946 0018',
    },
    isHeavy: true,
    run: async ({ text, country, form, unique }) =>
      listFound(await phoneNumbers(text, country, form), unique),
  }),
  defineTool({
    id: 'extract-between',
    summary: 'Lists the texts between two marks, a line each.',
    params: z.object({
      text: textParam(),
      start: z.string().min(1).max(1000).describe('The mark before.'),
      end: z.string().min(1).max(1000).describe('The mark after.'),
      unique: uniqueParam,
    }),
    example: { params: { text: '<b>one</b> and <b>two</b>', start: '<b>', end: '</b>' }, result: 'one\ntwo' },
    inlineCharsMax: 5000,
    run: ({ text, start, end, unique }) => listFound(between(text, start, end), unique),
  }),
  defineTool({
    id: 'extract-sentences',
    summary: 'Lists the sentences of the text, a line each.',
    params: z.object({
      text: textParam(),
      max: integerParam('How many sentences at most.', 1, 200_000, 200_000),
      locale: localeParam,
    }),
    example: { params: { text: 'It rains. Take a coat! Ready?' }, result: 'It rains.\nTake a coat!\nReady?' },
    inlineCharsMax: 2000,
    run: ({ text, max, locale }) =>
      sentencesOf(text, locale)
        .slice(0, max)
        .map((sentence) => sentence.replaceAll(/[\r\n]/g, ' '))
        .join('\n'),
  }),
];
