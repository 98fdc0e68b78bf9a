import { z } from 'zod';
import { assertOutputFits, joinWithinLimit } from '../output.ts';
import { flagParam, integerParam, seedParam, textParam } from '../params.ts';
import { createRandom, shuffled } from '../random.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { loremParagraphs, loremSentence, loremWords } from './words/lorem.ts';

/** A step such as 0.1 has no exact form in binary: each value is made from its index and rounded as written. */
function decimalsOf(number: number): number {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
}

function sequence(from: number, to: number, step: number, pad: number): readonly string[] {
  const distance = Math.abs(to - from);
  const count = Math.floor(distance / step + 1e-9) + 1;
  if (count > 10_000) throw invalid(`params.step gives ${count} numbers; at most 10000 are allowed.`);
  const decimals = Math.min(20, Math.max(decimalsOf(from), decimalsOf(step)));
  const direction = to < from ? -step : step;
  return Array.from({ length: count }, (_, index) => {
    // Rounding may leave a zero with a sign.
    const value = (from + index * direction).toFixed(decimals).replace(/^-(?=0(?:\.0*)?$)/, '');
    return value.startsWith('-') ? `-${value.slice(1).padStart(pad, '0')}` : value.padStart(pad, '0');
  });
}

const dice = /^(\d{0,3})d(\d{1,5})([+-]\d{1,6})?$/i;

function rollDice(notation: string, seed: string | number | undefined): string {
  const [whole, times = '', sides = '', plus = '0'] = dice.exec(notation.replaceAll(' ', '')) ?? [];
  const count = times === '' ? 1 : Number(times);
  if (whole === undefined || count < 1 || Number(sides) < 1) {
    throw invalid('params.dice must be like 2d6 or 1d20+3, with 1 to 999 dice.');
  }
  const random = createRandom(seed);
  const rolls = Array.from({ length: count }, () => random.below(Number(sides)) + 1);
  const total = rolls.reduce((sum, roll) => sum + roll, Number(plus));
  return JSON.stringify({ total, rolls }, null, 2);
}

const countParam = integerParam('How many numbers.', 1, 10_000, 1);
const safe = Number.MAX_SAFE_INTEGER;

function randomIntegers(
  min: number,
  max: number,
  count: number,
  unique: boolean,
  seed: string | number | undefined,
) {
  const random = createRandom(seed);
  const range = max - min + 1;
  if (range > 2 ** 53) throw invalid('params.max is too far from params.min.');
  if (!unique) return Array.from({ length: count }, () => min + random.below(range));
  if (count > range)
    throw invalid(`params.count is ${count}, but there are only ${range} different numbers.`);
  if (range <= 2 * count) {
    return shuffled(
      Array.from({ length: range }, (_, index) => min + index),
      random,
    ).slice(0, count);
  }
  const numbers = new Set<number>();
  while (numbers.size < count) numbers.add(min + random.below(range));
  return [...numbers];
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'lorem-ipsum',
    summary: 'Makes placeholder text, as paragraphs or as a number of words.',
    params: z.object({
      paragraphs: z
        .int()
        .min(1)
        .max(50)
        .optional()
        .describe('How many paragraphs; 1 where words are not given.'),
      words: z.int().min(1).max(10_000).optional().describe('How many words in all.'),
      startWithLorem: flagParam('Begins with “Lorem ipsum dolor sit amet”.', true),
      seed: seedParam,
    }),
    example: {
      params: { words: 12, seed: 1 },
      result: 'Lorem ipsum dolor sit amet consectetur adipiscing elit. Aute amet deserunt elit.',
    },
    inlineCharsMax: 1000,
    run: ({ paragraphs, words, startWithLorem, seed }) => {
      const random = createRandom(seed);
      if (words === undefined) return loremParagraphs(paragraphs ?? 1, startWithLorem, random);
      const all = loremWords(words, startWithLorem, random);
      const share = Math.ceil(all.length / (paragraphs ?? 1));
      const parts: string[] = [];
      for (let start = 0; start < all.length; start += share) {
        parts.push(loremSentence(all.slice(start, start + share), random));
      }
      return parts.join('\n\n');
    },
  }),
  defineTool({
    id: 'random-number',
    title: 'Random numbers',
    summary: 'Draws numbers between two bounds, both included, each as likely as any other; a line each.',
    params: z.object({
      min: z.number().min(-safe).max(safe).default(1).describe('Smallest number.'),
      max: z.number().min(-safe).max(safe).default(100).describe('Largest number.'),
      count: countParam,
      decimals: integerParam('Digits behind the point; 0 gives whole numbers.', 0, 10, 0),
      unique: flagParam('Draws no whole number twice.'),
      seed: seedParam,
    }),
    example: { params: { min: 1, max: 6, count: 3, seed: 1 }, result: '6\n6\n5' },
    inlineCharsMax: 1000,
    run: ({ min, max, count, decimals, unique, seed }) => {
      if (max < min) throw invalid('params.max must not be smaller than params.min.');
      const scale = 10 ** decimals;
      // Products such as 0.7 * 10 miss the whole number by a hair.
      const slack = decimals === 0 ? 0 : 1e-6;
      const first = Math.ceil(min * scale - slack);
      const last = Math.floor(max * scale + slack);
      if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) {
        throw invalid('params.decimals are too many for bounds so large.');
      }
      if (last < first) throw invalid('params.max leaves no number with so few decimals above params.min.');
      const drawn = randomIntegers(first, last, count, unique, seed);
      return drawn.map((number) => (number / scale).toFixed(decimals)).join('\n');
    },
  }),
  defineTool({
    id: 'roll-dice',
    summary: 'Rolls dice written as 2d6 or 1d20+3; gives JSON with the total and each roll.',
    params: z.object({
      dice: z.string().max(30).default('1d6').describe('Number of dice, d, sides, and what to add.'),
      seed: seedParam,
    }),
    example: {
      params: { dice: '2d6+1', seed: 1 },
      result: '{\n  "total": 13,\n  "rolls": [\n    6,\n    6\n  ]\n}',
    },
    inlineCharsMax: 1000,
    run: ({ dice: notation, seed }) => rollDice(notation, seed),
  }),
  defineTool({
    id: 'number-sequence',
    summary: 'Counts from one number to another, up or down, a line each.',
    params: z.object({
      from: z.number().min(-1e12).max(1e12).default(1).describe('First number.'),
      to: z.number().min(-1e12).max(1e12).describe('The number to stop at.'),
      step: z.number().min(1e-9).max(1e12).default(1).describe('Distance between two numbers.'),
      pad: integerParam('Fills up with zeros to so many characters.', 0, 50, 0),
      separator: z.string().max(100).default('\n').describe('Separator between the numbers.'),
    }),
    example: { params: { from: 8, to: 10, pad: 2 }, result: '08\n09\n10' },
    inlineCharsMax: 1000,
    run: ({ from, to, step, pad, separator }) => joinWithinLimit(sequence(from, to, step, pad), separator),
  }),
  defineTool({
    id: 'repeat-text',
    summary: 'Writes a text several times, with a separator between.',
    params: z.object({
      text: textParam(),
      times: z.int().min(0).max(10_000).describe('How often.'),
      separator: z.string().max(1000).default('').describe('Separator between the copies.'),
    }),
    example: { params: { text: 'ha', times: 3, separator: '-' }, result: 'ha-ha-ha' },
    inlineCharsMax: 1000,
    run: ({ text, times, separator }) => {
      if (times === 0) return '';
      assertOutputFits(text.length * times + separator.length * (times - 1));
      return (text + separator).repeat(times - 1) + text;
    },
  }),
  defineTool({
    id: 'random-choice',
    summary: 'Draws entries of a list at random, with or without putting them back; a line each.',
    params: z.object({
      items: z.array(z.string().max(1000)).min(1).max(1000).describe('The set to draw from.'),
      count: integerParam('How many to draw.', 1, 1000, 1),
      putBack: flagParam('An entry can be drawn again.'),
      seed: seedParam,
    }),
    example: { params: { items: ['rock', 'paper', 'scissors'], seed: 1 }, result: 'rock' },
    inlineCharsMax: 2000,
    run: ({ items, count, putBack, seed }) => {
      const random = createRandom(seed);
      if (!putBack) return shuffled(items, random).slice(0, count).join('\n');
      return joinWithinLimit(
        Array.from({ length: count }, () => items[random.below(items.length)] ?? ''),
        '\n',
      );
    },
  }),
];
