import { z } from 'zod';
import { jsonText } from '../output.ts';
import { flagParam, integerParam, localeParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { countEach, percent } from './words/frequency.ts';
import { parseLines } from './lines/line-breaks.ts';
import { graphemesOf, wordsOf } from './unicode/segments.ts';
import { sentencesOf } from './words/sentences.ts';

const english = new Set(
  (
    'a about above after again against all also am an and any are as at be because been before being below between ' +
    'both but by can could did do does doing down during each few for from further had has have having he her here ' +
    'hers herself him himself his how i if in into is it its itself just me more most my myself no nor not now of ' +
    'off on once only or other our ours ourselves out over own same she should so some such than that the their ' +
    'theirs them themselves then there these they this those through to too under until up very was we were what ' +
    'when where which while who whom why will with would you your yours yourself yourselves'
  ).split(' '),
);

const stopWordsParam = z
  .union([z.enum(['none', 'english']), z.array(z.string().max(100)).max(1000)])
  .describe('Words to leave out: none, the English list, or a list of your own.');

function stopWordSet(choice: z.output<typeof stopWordsParam>): ReadonlySet<string> {
  if (choice === 'none') return new Set();
  return choice === 'english' ? english : new Set(choice.map((word) => word.toLowerCase()));
}

const topParam = integerParam('How many entries to give, the most frequent first.', 1, 1000, 50);

function codePointsIn(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function paragraphsIn(text: string): number {
  let count = 0;
  let isOpen = false;
  for (const line of parseLines(text).lines) {
    const isBlank = line.trim() === '';
    if (!isBlank && !isOpen) count += 1;
    isOpen = !isBlank;
  }
  return count;
}

function countText(text: string, locale: string) {
  return {
    characters: codePointsIn(text),
    charactersWithoutBlanks: codePointsIn(text.replaceAll(/\s/g, '')),
    graphemes: graphemesOf(text).length,
    bytes: Buffer.byteLength(text),
    words: wordsOf(text, locale).length,
    sentences: sentencesOf(text, locale).length,
    lines: text === '' ? 0 : parseLines(text).lines.length,
    paragraphs: paragraphsIn(text),
  };
}

function keywordDensity(
  words: readonly string[],
  nGram: number,
  stopWords: ReadonlySet<string>,
  top: number,
) {
  const phrases: string[] = [];
  for (let start = 0; start + nGram <= words.length; start += 1) {
    const phrase = words.slice(start, start + nGram);
    // A phrase may contain a stop word, but not start or end with one.
    if (stopWords.has(phrase[0] ?? '') || stopWords.has(phrase.at(-1) ?? '')) continue;
    phrases.push(phrase.join(' '));
  }
  return countEach(phrases, top).map(({ value, count }) => ({
    keyword: value,
    count,
    percent: percent(count * nGram, words.length),
  }));
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'count-text',
    summary:
      'Counts characters (code points), graphemes, UTF-8 bytes, words, sentences, lines, paragraphs; gives JSON.',
    params: z.object({ text: textParam(), locale: localeParam }),
    example: {
      params: { text: 'Hello world. Ça va 👩‍🚀?\n\nFine.' },
      result:
        '{\n  "characters": 30,\n  "charactersWithoutBlanks": 24,\n  "graphemes": 28,\n  "bytes": 39,\n  "words": 5,\n  "sentences": 3,\n  "lines": 3,\n  "paragraphs": 2\n}',
    },
    inlineCharsMax: 1000,
    run: ({ text, locale }) => jsonText(countText(text, locale)),
  }),
  defineTool({
    id: 'word-frequency',
    summary: 'Lists the words by how often they occur; gives JSON.',
    params: z.object({
      text: textParam(),
      top: topParam,
      stopwords: stopWordsParam.default('none'),
      ignoreCase: flagParam('Takes capitals and small letters as equal.', true),
      locale: localeParam,
    }),
    example: {
      params: { text: 'To be or not to be', top: 2 },
      result:
        '[\n  {\n    "word": "to",\n    "count": 2,\n    "percent": 33.33\n  },\n  {\n    "word": "be",\n    "count": 2,\n    "percent": 33.33\n  }\n]',
    },
    inlineCharsMax: 1000,
    run: ({ text, top, stopwords, ignoreCase, locale }) => {
      const leftOut = stopWordSet(stopwords);
      const words = wordsOf(ignoreCase ? text.toLocaleLowerCase(locale) : text, locale);
      const counted = words.filter((word) => !leftOut.has(word.toLowerCase()));
      return jsonText(
        countEach(counted, top).map(({ value, count }) => ({
          word: value,
          count,
          percent: percent(count, counted.length),
        })),
      );
    },
  }),
  defineTool({
    id: 'character-frequency',
    summary: 'Lists the characters, as a reader sees them, by how often they occur; gives JSON.',
    params: z.object({
      text: textParam(),
      top: topParam,
      ignoreCase: flagParam('Takes capitals and small letters as equal.'),
      skipBlanks: flagParam('Leaves blanks and line breaks out.', true),
    }),
    example: {
      params: { text: 'hello', top: 1 },
      result: '[\n  {\n    "character": "l",\n    "count": 2,\n    "percent": 40\n  }\n]',
    },
    inlineCharsMax: 1000,
    run: ({ text, top, ignoreCase, skipBlanks }) => {
      const graphemes = graphemesOf(ignoreCase ? text.toLowerCase() : text);
      const counted = skipBlanks ? graphemes.filter((grapheme) => grapheme.trim() !== '') : graphemes;
      return jsonText(
        countEach(counted, top).map(({ value, count }) => ({
          character: value,
          count,
          percent: percent(count, counted.length),
        })),
      );
    },
  }),
  defineTool({
    id: 'line-frequency',
    summary: 'Lists the lines by how often they occur; gives JSON.',
    params: z.object({
      text: textParam('Lines; empty ones are left out.'),
      top: topParam,
      ignoreCase: flagParam('Takes capitals and small letters as equal.'),
    }),
    example: {
      params: { text: 'ok\nerror\nok', top: 1 },
      result: '[\n  {\n    "line": "ok",\n    "count": 2\n  }\n]',
    },
    inlineCharsMax: 2000,
    run: ({ text, top, ignoreCase }) => {
      const lines = parseLines(ignoreCase ? text.toLowerCase() : text).lines;
      const filled = lines.filter((line) => line.trim() !== '');
      return jsonText(countEach(filled, top).map(({ value, count }) => ({ line: value, count })));
    },
  }),
  defineTool({
    id: 'keyword-density',
    summary: 'Lists the words or phrases of two or three words by their share of the text; gives JSON.',
    params: z.object({
      text: textParam(),
      nGram: integerParam('Words of a phrase.', 1, 3, 1),
      top: integerParam('How many entries to give.', 1, 1000, 20),
      stopwords: stopWordsParam.default('english'),
      locale: localeParam,
    }),
    example: {
      params: { text: 'Green tea is tea. Green tea is good.', nGram: 2, top: 1 },
      result: '[\n  {\n    "keyword": "green tea",\n    "count": 2,\n    "percent": 50\n  }\n]',
    },
    inlineCharsMax: 1000,
    run: ({ text, nGram, top, stopwords, locale }) => {
      const words = wordsOf(text.toLocaleLowerCase(locale), locale);
      return jsonText(keywordDensity(words, nGram, stopWordSet(stopwords), top));
    },
  }),
];
