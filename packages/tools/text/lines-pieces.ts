import { z } from 'zod';
import { joinWithinLimit } from '../output.ts';
import { flagParam, textParam } from '../params.ts';
import { invalid, overLimit } from '../refuse.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { formatLines, parseLines } from './lines/line-breaks.ts';
import { graphemesOf } from './unicode/segments.ts';

const piecesMax = 100_000;
const isBlank = (line: string) => line.trim() === '';

function splitEvery(text: string, every: number): readonly string[] {
  const graphemes = graphemesOf(text);
  const pieces: string[] = [];
  for (let start = 0; start < graphemes.length; start += every) {
    pieces.push(graphemes.slice(start, start + every).join(''));
  }
  return pieces;
}

function splitText(
  text: string,
  separator: string | undefined,
  every: number | undefined,
): readonly string[] {
  if ((separator === undefined) === (every === undefined)) {
    throw invalid('params.separator or params.every is required, and not both.');
  }
  const pieces = separator === undefined ? splitEvery(text, every ?? 1) : text.split(separator);
  if (pieces.length > piecesMax) {
    throw overLimit(`The text would fall into ${pieces.length} pieces; at most ${piecesMax} are allowed.`);
  }
  return pieces;
}

function interleave(text: string, other: string): string {
  const shape = parseLines(text);
  const others = parseLines(other).lines;
  const rounds = Math.max(shape.lines.length, others.length);
  const lines: string[] = [];
  for (let index = 0; index < rounds; index += 1) {
    for (const line of [shape.lines[index], others[index]]) if (line !== undefined) lines.push(line);
  }
  return formatLines(shape, lines);
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'join-lines',
    summary: 'Makes one line of many, with a separator between them.',
    params: z.object({
      text: textParam('Lines.'),
      separator: z.string().max(1000).default(' ').describe('Separator between the lines.'),
      skipEmpty: flagParam('Leaves empty lines out.', true),
      trim: flagParam('Removes blanks around each line.', true),
    }),
    example: { params: { text: 'red\n green\n\nblue', separator: ', ' }, result: 'red, green, blue' },
    inlineCharsMax: 2000,
    run: ({ text, separator, skipEmpty, trim }) => {
      const lines = parseLines(text).lines.filter((line) => !skipEmpty || !isBlank(line));
      return joinWithinLimit(trim ? lines.map((line) => line.trim()) : lines, separator);
    },
  }),
  defineTool({
    id: 'split-text',
    summary: 'Cuts the text at a separator, or after every so many characters, into lines.',
    params: z.object({
      text: textParam(),
      separator: z.string().min(1).max(1000).optional().describe('The separator to cut at; it is dropped.'),
      every: z.int().min(1).max(200_000).optional().describe('How many characters make a piece.'),
      trim: flagParam('Removes blanks around each piece.'),
      skipEmpty: flagParam('Leaves empty pieces out.'),
    }),
    example: { params: { text: 'red, green,blue', separator: ',', trim: true }, result: 'red\ngreen\nblue' },
    inlineCharsMax: 2000,
    run: ({ text, separator, every, trim, skipEmpty }) => {
      const pieces = splitText(text, separator, every).map((piece) => (trim ? piece.trim() : piece));
      return joinWithinLimit(skipEmpty ? pieces.filter((piece) => !isBlank(piece)) : pieces, '\n');
    },
  }),
  defineQuickTool({
    id: 'interleave-lines',
    summary: 'Takes a line of each of two texts in turn.',
    params: z.object({ text: textParam('The first lines.'), other: textParam('The lines in between.') }),
    example: { params: { text: 'Q1\nQ2', other: 'A1\nA2' }, result: 'Q1\nA1\nQ2\nA2' },
    run: ({ text, other }) => interleave(text, other),
  }),
];
