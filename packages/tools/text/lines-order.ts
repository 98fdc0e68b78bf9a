import { z } from 'zod';
import { joinWithinLimit } from '../output.ts';
import { choiceParam, flagParam, integerParam, localeParam, seedParam, textParam } from '../params.ts';
import { createRandom, shuffled } from '../random.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { assertFewMarksInARow } from './unicode/combining-marks.ts';
import { formatLines, mapLines, parseLines } from './lines/line-breaks.ts';
import { numberOrder } from './numbers/plain-numbers.ts';
import { graphemesOf, segmentsOf } from './unicode/segments.ts';

const linesText = textParam('Lines.');

interface SortOptions {
  readonly order: 'asc' | 'desc';
  readonly numeric: boolean;
  readonly ignoreCase: boolean;
  readonly locale: string;
}

/** Stable in both directions: equal entries keep their order. */
function createSort(options: SortOptions): (entries: readonly string[]) => string[] {
  const { compare } = new Intl.Collator(options.locale, {
    numeric: options.numeric,
    sensitivity: options.ignoreCase ? 'accent' : 'variant',
  });
  return (entries) => {
    for (const entry of entries) assertFewMarksInARow(entry);
    const ascending = (options.numeric ? numberOrder(entries) : undefined) ?? compare;
    return entries.toSorted(options.order === 'asc' ? ascending : (a, b) => ascending(b, a));
  };
}

const sortParams = {
  order: choiceParam('asc: A to Z; desc: Z to A.', ['asc', 'desc'], 'asc'),
  numeric: flagParam(
    'Compares numbers inside the text by their value, so that 10 comes after 9; signs and fractions count where all entries are numbers.',
  ),
  ignoreCase: flagParam('Takes capitals and small letters as equal.'),
  locale: localeParam,
};

/** Reorders words; white space and punctuation keep their positions. */
function reverseWords(text: string, locale: string): string {
  const segments = [...segmentsOf(text, 'word', locale)];
  const words = segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  return segments.map(({ segment, isWordLike }) => (isWordLike ? words.pop() : segment)).join('');
}

function rotate(lines: readonly string[], by: number): readonly string[] {
  if (lines.length === 0) return lines;
  const start = ((by % lines.length) + lines.length) % lines.length;
  return [...lines.slice(start), ...lines.slice(0, start)];
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'sort-lines',
    summary: 'Sorts lines by the alphabet of a language; equal lines keep their order.',
    params: z.object({ text: linesText, ...sortParams }),
    example: {
      params: { text: 'item 10\nitem 9\nItem 1', numeric: true },
      result: 'Item 1\nitem 9\nitem 10',
    },
    inlineCharsMax: 1000,
    run: ({ text, ...options }) => {
      const shape = parseLines(text);
      return formatLines(shape, createSort(options)(shape.lines));
    },
  }),
  defineTool({
    id: 'sort-words',
    summary: 'Sorts the words of each line, which are separated by blanks.',
    params: z.object({ text: textParam(), ...sortParams }),
    example: { params: { text: 'pear apple fig' }, result: 'apple fig pear' },
    inlineCharsMax: 1000,
    run: ({ text, ...options }) => {
      const sort = createSort(options);
      return mapLines(text, (line) => sort(line.split(/\s/).filter((word) => word !== '')).join(' '));
    },
  }),
  defineQuickTool({
    id: 'reverse-lines',
    summary: 'Puts the last line first.',
    params: z.object({ text: linesText }),
    example: { params: { text: 'one\ntwo\nthree' }, result: 'three\ntwo\none' },
    run: ({ text }) => {
      const shape = parseLines(text);
      return formatLines(shape, shape.lines.toReversed());
    },
  }),
  defineTool({
    id: 'reverse-text',
    summary: 'Writes the text backwards; emoji, flags and accents stay whole.',
    params: z.object({
      text: textParam(),
      perLine: flagParam('Reverses each line by itself and keeps the order of lines.'),
    }),
    example: { params: { text: 'stressed 👩‍🚀' }, result: '👩‍🚀 desserts' },
    inlineCharsMax: 2000,
    run: ({ text, perLine }) => {
      const reverse = (part: string) => joinWithinLimit(graphemesOf(part).toReversed(), '');
      return perLine ? mapLines(text, reverse) : reverse(text);
    },
  }),
  defineTool({
    id: 'reverse-words',
    summary: 'Puts the last word of each line first; punctuation and blanks stay in place.',
    params: z.object({ text: textParam(), locale: localeParam }),
    example: { params: { text: 'one, two three' }, result: 'three, two one' },
    inlineCharsMax: 1000,
    run: ({ text, locale }) => mapLines(text, (line) => reverseWords(line, locale)),
  }),
  defineTool({
    id: 'shuffle-lines',
    summary: 'Puts lines in random order.',
    params: z.object({ text: linesText, seed: seedParam }),
    example: { params: { text: 'ant\nbee\ncat\ndog', seed: 3 }, result: 'cat\nant\ndog\nbee' },
    inlineCharsMax: 2000,
    run: ({ text, seed }) => {
      const shape = parseLines(text);
      return formatLines(shape, shuffled(shape.lines, createRandom(seed)));
    },
  }),
  defineTool({
    id: 'pick-random-line',
    title: 'Pick random lines',
    summary: 'Draws lines at random, none twice; empty lines are not drawn.',
    params: z.object({
      text: linesText,
      count: integerParam('How many lines to draw.', 1, 10_000, 1),
      seed: seedParam,
    }),
    example: { params: { text: 'heads\ntails', seed: 'toss' }, result: 'tails' },
    inlineCharsMax: 2000,
    run: ({ text, count, seed }) => {
      const filled = parseLines(text).lines.filter((line) => line.trim() !== '');
      return shuffled(filled, createRandom(seed)).slice(0, count).join('\n');
    },
  }),
  defineQuickTool({
    id: 'rotate-lines',
    summary: 'Moves lines from the start to the end, or the other way with a negative number.',
    params: z.object({
      text: linesText,
      by: integerParam('How many lines to move.', -200_000, 200_000, 1),
    }),
    example: { params: { text: 'Mon\nTue\nWed' }, result: 'Tue\nWed\nMon' },
    run: ({ text, by }) => {
      const shape = parseLines(text);
      return formatLines(shape, rotate(shape.lines, by));
    },
  }),
];
