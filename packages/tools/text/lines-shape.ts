import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { choiceParam, flagParam, integerParam, localeParam, textParam } from '../params.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { assertFewMarksInARow } from './unicode/combining-marks.ts';
import { formatLines, mapLines, parseLines } from './lines/line-breaks.ts';
import { truncateText } from './words/truncate-text.ts';
import { unjoinedNarrow } from './unicode/unjoined.ts';

const isBlank = (line: string) => line.trim() === '';

function commonIndent(lines: readonly string[]): string {
  let indent: string | undefined;
  for (const line of lines) {
    if (isBlank(line)) continue;
    let shared = 0;
    const limit = indent?.length ?? line.length - line.trimStart().length;
    while (shared < limit && line[shared] === (indent ?? line)[shared]) shared += 1;
    indent = line.slice(0, shared);
    if (shared === 0) break;
  }
  return indent ?? '';
}

/** Joins the lines of a paragraph; empty lines, list entries and quotes keep their own lines. */
function unwrap(text: string): string {
  const shape = parseLines(text);
  const paragraphs: string[][] = [];
  let isOpen = false;
  for (const line of shape.lines) {
    if (isOpen && !isBlank(line) && !/^\s*(?:[-*+•>|#]|\d{1,9}[.)])/.test(line)) {
      paragraphs.at(-1)?.push(line.trim());
      continue;
    }
    paragraphs.push([line.trimEnd()]);
    isOpen = !isBlank(line);
  }
  return formatLines(
    shape,
    paragraphs.map((lines) => lines.join(' ')),
  );
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'wrap-text',
    summary: 'Breaks long lines between words so that none is wider than asked for.',
    params: z.object({
      text: textParam(),
      width: integerParam('Columns of a line; wide characters and emoji count as two.', 1, 500, 80),
      breakLongWords: flagParam('Cuts words that are wider than a line.', true),
    }),
    example: {
      params: { text: 'The quick brown fox jumps over the lazy dog', width: 20 },
      result: 'The quick brown fox\njumps over the lazy\ndog',
    },
    inlineCharsMax: 500,
    run: async ({ text, width, breakLongWords }) => {
      const { default: wrapAnsi } = await loadLibrary('wrap-ansi', () => import('wrap-ansi'));
      assertFewMarksInARow(text);
      const wrap = (line: string) => wrapAnsi(line, width, { hard: breakLongWords });
      const wrapped = mapLines(text, (line) => wrapLine(line, wrap));
      const { lineBreak } = parseLines(text);
      return lineBreak === '\r\n' ? wrapped.replaceAll(/\r?\n/g, lineBreak) : wrapped;
    },
  }),
  defineQuickTool({
    id: 'unwrap-text',
    summary: 'Joins the lines of each paragraph; empty lines, lists and quotes keep their breaks.',
    params: z.object({ text: textParam() }),
    example: {
      params: { text: 'A long\nparagraph.\n\nAnother\none.' },
      result: 'A long paragraph.\n\nAnother one.',
    },
    run: ({ text }) => unwrap(text),
  }),
  defineTool({
    id: 'truncate-text',
    summary: 'Cuts the text to so many characters, words or sentences, and marks the cut.',
    params: z.object({
      text: textParam(),
      length: z.int().min(0).max(200_000).describe('How many to keep; for characters, the suffix included.'),
      by: choiceParam('The unit that is counted.', ['char', 'word', 'sentence'], 'char'),
      suffix: z.string().max(100).default('…').describe('Marks the cut; absent where nothing is cut.'),
      locale: localeParam,
    }),
    example: { params: { text: 'The quick brown fox', length: 2, by: 'word' }, result: 'The quick…' },
    inlineCharsMax: 1000,
    run: ({ text, length, by, suffix, locale }) => truncateText(text, { length, by, suffix, locale }),
  }),
  defineTool({
    id: 'truncate-lines',
    summary: 'Cuts every line to at most so many characters, the mark of the cut included.',
    params: z.object({
      text: textParam('Lines.'),
      length: z.int().min(0).max(200_000).describe('Characters of a line.'),
      suffix: z.string().max(100).default('…').describe('Marks the cut; absent where nothing is cut.'),
    }),
    example: { params: { text: 'short\nrather long', length: 8 }, result: 'short\nrather …' },
    inlineCharsMax: 1000,
    run: ({ text, length, suffix }) =>
      mapLines(text, (line) => truncateText(line, { length, by: 'char', suffix, locale: 'en' })),
  }),
  defineQuickTool({
    id: 'dedent-text',
    summary: 'Moves all lines to the left by the indentation they share.',
    params: z.object({ text: textParam() }),
    example: { params: { text: '    one\n      two\n\n    three' }, result: 'one\n  two\n\nthree' },
    run: ({ text }) => {
      const { length } = commonIndent(parseLines(text).lines);
      return mapLines(text, (line) => (isBlank(line) ? '' : line.slice(length)));
    },
  }),
];

const ascii = /^[\t -~]*$/;
const ofOtherWidth = new RegExp(String.raw`[^\t -~${unjoinedNarrow}]`);

/**
 * Wraps a line with the help of `wrap`, which measures ASCII many times faster: in lines whose characters all take one
 * column, a letter stands in for every other character.
 */
export function wrapLine(line: string, wrap: (line: string) => string): string {
  if (ascii.test(line)) return wrap(line);
  // As `wrap` does itself.
  const composed = line.normalize();
  if (ofOtherWidth.test(composed)) return wrap(line);
  const letters = composed.replaceAll(/[\t ]/g, '');
  let at = 0;
  return wrap(composed.replaceAll(/[^\t -~]/g, 'x')).replaceAll(/[^ \n]+/g, ({ length }) =>
    letters.slice(at, (at += length)),
  );
}
