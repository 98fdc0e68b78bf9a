import { z } from 'zod';
import { choiceParam, flagParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { formatLines, parseLines, type Lines } from './lines/line-breaks.ts';
import { compilePattern, patternParam } from './patterns/pattern.ts';

const linesText = textParam('Lines.');
const isBlank = (line: string) => line.trim() === '';

interface DedupeOptions {
  readonly ignoreCase: boolean;
  readonly ignoreBlanks: boolean;
  readonly keep: 'first' | 'last';
}

function dedupe(
  lines: readonly string[],
  { ignoreCase, ignoreBlanks, keep }: DedupeOptions,
): readonly string[] {
  const keyOf = (line: string) => {
    const content = ignoreBlanks ? line.trim() : line;
    return ignoreCase ? content.toLowerCase() : content;
  };
  const seen = new Set<string>();
  const keepsNew = (line: string) => {
    const key = keyOf(line);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  return keep === 'first' ? lines.filter(keepsNew) : lines.toReversed().filter(keepsNew).toReversed();
}

/** 1 is the first line, -1 the last; `undefined` where the range is open. */
function position(written: number, count: number): number {
  return written < 0 ? count + written + 1 : written;
}

function lineTest(contains: string | undefined, pattern: string | undefined, ignoreCase: boolean) {
  if ((contains === undefined) === (pattern === undefined)) {
    throw invalid('params.contains or params.pattern is required, and not both.');
  }
  if (pattern !== undefined) {
    const compiled = compilePattern(pattern, ignoreCase ? 'i' : '');
    return (line: string) => compiled.matcher(line).find();
  }
  const wanted = contains ?? '';
  if (!ignoreCase) return (line: string) => line.includes(wanted);
  const lower = wanted.toLowerCase();
  return (line: string) => line.toLowerCase().includes(lower);
}

function choose(text: string, pick: (shape: Lines) => readonly string[]): string {
  const shape = parseLines(text);
  return formatLines(shape, pick(shape));
}

const lineNumber = z
  .int()
  .refine(
    (number) => number !== 0,
    'is 0, but lines are counted from 1; negative numbers count from the end',
  );

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'dedupe-lines',
    title: 'Remove duplicate lines',
    summary: 'Keeps one of each line; the order stays.',
    params: z.object({
      text: linesText,
      ignoreCase: flagParam('Takes capitals and small letters as equal.'),
      ignoreBlanks: flagParam('Takes lines as equal that differ in blanks at their ends only.'),
      keep: choiceParam('The one of the equal lines that stays.', ['first', 'last'], 'first'),
    }),
    example: { params: { text: 'red\nblue\nred\nRED' }, result: 'red\nblue\nRED' },
    run: ({ text, ...options }) => choose(text, ({ lines }) => dedupe(lines, options)),
  }),
  defineQuickTool({
    id: 'duplicate-lines',
    title: 'Find duplicate lines',
    summary: 'Keeps one of each line that occurs more than once, in the order of the first.',
    params: z.object({
      text: linesText,
      ignoreCase: flagParam('Takes capitals and small letters as equal.'),
    }),
    example: { params: { text: 'red\nblue\nred\ngreen\nblue\nred' }, result: 'red\nblue' },
    run: ({ text, ignoreCase }) =>
      choose(text, ({ lines }) => {
        const keyOf = (line: string) => (ignoreCase ? line.toLowerCase() : line);
        const counts = new Map<string, number>();
        for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1);
        const repeated = lines.filter((line) => (counts.get(keyOf(line)) ?? 0) > 1);
        return dedupe(repeated, { ignoreCase, ignoreBlanks: false, keep: 'first' });
      }),
  }),
  defineQuickTool({
    id: 'remove-empty-lines',
    summary: 'Drops empty and blank lines.',
    params: z.object({
      text: linesText,
      keepOne: flagParam('Leaves one empty line of each run, so that paragraphs stay apart.'),
    }),
    example: { params: { text: 'one\n\n  \ntwo\n' }, result: 'one\ntwo\n' },
    run: ({ text, keepOne }) =>
      choose(text, ({ lines }) =>
        lines.flatMap((line, index) => {
          if (!isBlank(line)) return [line];
          const previous = lines[index - 1];
          return keepOne && previous !== undefined && !isBlank(previous) ? [''] : [];
        }),
      ),
  }),
  defineQuickTool({
    id: 'take-lines',
    summary: 'Keeps the lines of a range; both ends belong to it.',
    params: z.object({
      text: linesText,
      from: lineNumber.default(1).describe('First line to keep; 1 is the first, -1 the last.'),
      to: lineNumber.default(-1).describe('Last line to keep; 1 is the first, -1 the last.'),
    }),
    example: { params: { text: 'a\nb\nc\nd', from: 2, to: 3 }, result: 'b\nc' },
    run: ({ text, from, to }) =>
      choose(text, ({ lines }) => {
        const first = Math.max(1, position(from, lines.length));
        return lines.slice(first - 1, Math.max(0, position(to, lines.length)));
      }),
  }),
  defineTool({
    id: 'filter-lines',
    summary: 'Keeps the lines that contain a text or match a pattern, or drops them.',
    params: z.object({
      text: linesText,
      contains: z.string().min(1).max(500).optional().describe('The text that a line has to contain.'),
      pattern: patternParam.optional(),
      invert: flagParam('Keeps the other lines instead.'),
      ignoreCase: flagParam('Takes capitals and small letters as equal.'),
    }),
    example: {
      params: { text: 'GET /a 200\nGET /b 404\nPOST /c 200', pattern: '20\\d$' },
      result: 'GET /a 200\nPOST /c 200',
    },
    run: ({ text, contains, pattern, invert, ignoreCase }) => {
      const passes = lineTest(contains, pattern, ignoreCase);
      return choose(text, ({ lines }) => lines.filter((line) => passes(line) !== invert));
    },
  }),
  defineQuickTool({
    id: 'take-column',
    title: 'Take a column',
    summary: 'Keeps one column of each line; lines that are too short become empty.',
    params: z.object({
      text: linesText,
      column: z.int().min(1).max(10_000).describe('The column; 1 is the first.'),
      delimiter: z
        .string()
        .min(1)
        .max(20)
        .default(',')
        .describe('Separates the columns; quotes have no meaning.'),
      trim: flagParam('Removes blanks around the value.', true),
    }),
    example: { params: { text: 'ada; 36\nalan; 41', column: 2, delimiter: ';' }, result: '36\n41' },
    run: ({ text, column, delimiter, trim }) =>
      choose(text, ({ lines }) =>
        lines.map((line) => {
          const value = line.split(delimiter)[column - 1] ?? '';
          return trim ? value.trim() : value;
        }),
      ),
  }),
];
