import { z } from 'zod';
import { joinWithinLimit } from '../output.ts';
import { choiceParam, flagParam, integerParam, textParam } from '../params.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { mapLines } from './lines/line-breaks.ts';

const trims = {
  both: (text: string) => text.trim(),
  start: (text: string) => text.trimStart(),
  end: (text: string) => text.trimEnd(),
  lines: (text: string) => mapLines(text, (line) => line.trim()).trim(),
} as const;

/** Splits at single white-space characters: a pattern for runs of them would be quadratic. */
function collapse(text: string): string {
  return text
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ');
}

/** Joins lines without the white space around the line break, so that only the replacement separates them. */
function removeLineBreaks(text: string, replacement: string, keepParagraphs: boolean): string {
  const joinAll = (lines: readonly string[]) =>
    joinWithinLimit(
      lines.map((line) => line.trim()).filter((line) => line !== ''),
      replacement,
    );
  const lines = text.split(/\r\n|\n|\r|\u2028|\u2029/);
  if (!keepParagraphs) return joinAll(lines);
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  const filled = paragraphs.filter((paragraph) => paragraph.length > 0);
  return joinWithinLimit(filled.map(joinAll), '\n\n');
}

const endings = { lf: '\n', crlf: '\r\n', cr: '\r' } as const;

function expandTabs(line: string, size: number): string {
  let expanded = '';
  let column = 0;
  for (const character of line) {
    const width = character === '\t' ? size - (column % size) : 1;
    expanded += character === '\t' ? ' '.repeat(width) : character;
    column += width;
  }
  return expanded;
}

/** Only converts the indentation: spaces inside a line may be intended. */
function tabIndent(line: string, size: number): string {
  const content = line.trimStart();
  const indent = expandTabs(line.slice(0, line.length - content.length), size);
  return '\t'.repeat(Math.floor(indent.length / size)) + ' '.repeat(indent.length % size) + content;
}

const tabSizeParam = integerParam('Columns of a tab.', 1, 16, 4);

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'trim-text',
    summary: 'Removes blanks and empty lines at the ends of the text, or of every line.',
    params: z.object({
      text: textParam(),
      mode: choiceParam(
        'The ends; lines: both ends of every line.',
        ['both', 'start', 'end', 'lines'],
        'both',
      ),
    }),
    example: { params: { text: '  hello \n' }, result: 'hello' },
    run: ({ text, mode }) => trims[mode](text),
  }),
  defineQuickTool({
    id: 'collapse-whitespace',
    summary: 'Makes one space of each run of blanks and removes those at the ends.',
    params: z.object({
      text: textParam(),
      keepLines: flagParam('Works on each line by itself, so that line breaks stay.'),
    }),
    example: { params: { text: ' too \t many\n  blanks ' }, result: 'too many blanks' },
    run: ({ text, keepLines }) => (keepLines ? mapLines(text, collapse) : collapse(text)),
  }),
  defineTool({
    id: 'remove-line-breaks',
    summary: 'Makes one line of the text; empty lines vanish.',
    params: z.object({
      text: textParam(),
      replacement: z.string().max(1000).default(' ').describe('Replaces each line break.'),
      keepParagraphs: flagParam('Keeps empty lines as borders of paragraphs.'),
    }),
    example: { params: { text: 'one\ntwo\r\n\r\nthree' }, result: 'one two three' },
    inlineCharsMax: 2000,
    run: ({ text, replacement, keepParagraphs }) => removeLineBreaks(text, replacement, keepParagraphs),
  }),
  defineQuickTool({
    id: 'normalize-line-endings',
    summary: 'Gives every line the same ending.',
    params: z.object({
      text: textParam(),
      ending: choiceParam('lf for Unix, crlf for Windows, cr for old Macs.', ['lf', 'crlf', 'cr'], 'lf'),
    }),
    example: { params: { text: 'one\r\ntwo\rthree\n' }, result: 'one\ntwo\nthree\n' },
    run: ({ text, ending }) => joinWithinLimit(text.split(/\r\n|\n|\r/), endings[ending]),
  }),
  defineTool({
    id: 'tabs-to-spaces',
    summary: 'Replaces tabs by as many spaces as reach the next tab stop.',
    params: z.object({ text: textParam(), size: tabSizeParam }),
    example: { params: { text: 'a\tb', size: 4 }, result: 'a   b' },
    inlineCharsMax: 2000,
    run: ({ text, size }) => mapLines(text, (line) => expandTabs(line, size)),
  }),
  defineTool({
    id: 'spaces-to-tabs',
    summary: 'Indents lines with tabs instead of spaces.',
    params: z.object({ text: textParam(), size: tabSizeParam }),
    example: { params: { text: '        deep', size: 4 }, result: '\t\tdeep' },
    inlineCharsMax: 2000,
    run: ({ text, size }) => mapLines(text, (line) => tabIndent(line, size)),
  }),
];
