import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { assertOutputFits } from '../output.ts';
import { choiceParam, flagParam, integerParam, textParam } from '../params.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { formatLines, parseLines } from './lines/line-breaks.ts';

const linesText = textParam('Lines.');
const valueParam = (description: string) => z.string().max(1000).describe(description);
const skipEmptyParam = flagParam('Leaves empty lines as they are.');
const isBlank = (line: string) => line.trim() === '';

/** Adds text to each line; checks the length of the result first. */
function addToLines(text: string, added: number, skipEmpty: boolean, add: (line: string) => string): string {
  assertOutputFits(text.length + added * parseLines(text).lines.length);
  const shape = parseLines(text);
  return formatLines(
    shape,
    shape.lines.map((line) => (skipEmpty && isBlank(line) ? line : add(line))),
  );
}

function numberLines(text: string, start: number, separator: string, skipEmpty: boolean): string {
  const shape = parseLines(text);
  let number = start - 1;
  const numbered = shape.lines.map((line) => {
    if (skipEmpty && isBlank(line)) return line;
    number += 1;
    return `${number}${separator}${line}`;
  });
  return formatLines(shape, numbered);
}

type Align = 'left' | 'right' | 'center';

/** Spaces to the left of a line, by alignment. */
const leftShare: Readonly<Record<Align, (blanks: number) => number>> = {
  left: () => 0,
  right: (blanks) => blanks,
  center: (blanks) => Math.floor(blanks / 2),
};

const loadWidth = async () => (await loadLibrary('string-width', () => import('string-width'))).default;

/** Adds `missing` columns; none if there are too many already. */
function pad(line: string, missing: number, align: Align, fill: string): string {
  if (missing <= 0) return line;
  const left = leftShare[align](missing);
  return fill.repeat(left) + line + fill.repeat(missing - left);
}

async function alignColumns(text: string, delimiter: string, gap: number): Promise<string> {
  const stringWidth = await loadWidth();
  const shape = parseLines(text);
  const rows = shape.lines.map((line) => line.split(delimiter).map((cell) => cell.trim()));
  let lastColumn = 0;
  for (const row of rows) lastColumn = Math.max(lastColumn, row.length - 1);
  const widths: number[] = [];
  for (const row of rows) {
    // No other cell stands behind one of the last column.
    for (const [column, cell] of row.slice(0, lastColumn).entries()) {
      widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell));
    }
  }
  const ends: number[] = [0];
  for (const width of widths) ends.push((ends.at(-1) ?? 0) + width + gap);
  assertOutputFits(rows.reduce((chars, row) => chars + (ends[row.length - 1] ?? 0), 0));
  const blank = ' '.repeat(gap);
  const aligned = rows.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : pad(cell, (widths[column] ?? 0) - stringWidth(cell), 'left', ' '),
      )
      .join(blank),
  );
  return formatLines(shape, aligned);
}

const bullets = { dash: '- ', star: '* ', dot: '• ', checkbox: '- [ ] ' } as const;

export const tools: readonly Tool[] = [
  defineTool({
    id: 'prefix-lines',
    summary: 'Adds a text before every line.',
    params: z.object({
      text: linesText,
      value: valueParam('The text to add.'),
      skipEmpty: skipEmptyParam,
    }),
    example: { params: { text: 'quoted\nmail', value: '> ' }, result: '> quoted\n> mail' },
    inlineCharsMax: 2000,
    run: ({ text, value, skipEmpty }) => addToLines(text, value.length, skipEmpty, (line) => value + line),
  }),
  defineTool({
    id: 'suffix-lines',
    summary: 'Puts a text behind every line.',
    params: z.object({
      text: linesText,
      value: valueParam('The text to put behind.'),
      skipEmpty: skipEmptyParam,
    }),
    example: { params: { text: 'a = 1\nb = 2', value: ';' }, result: 'a = 1;\nb = 2;' },
    inlineCharsMax: 2000,
    run: ({ text, value, skipEmpty }) => addToLines(text, value.length, skipEmpty, (line) => line + value),
  }),
  defineQuickTool({
    id: 'number-lines',
    summary: 'Numbers every line.',
    params: z.object({
      text: linesText,
      start: integerParam('Number of the first line.', -1_000_000_000, 1_000_000_000, 1),
      separator: z.string().max(20).default('. ').describe('Separator between number and line.'),
      skipEmpty: flagParam('Neither numbers nor counts empty lines.'),
    }),
    example: { params: { text: 'boil water\nadd tea' }, result: '1. boil water\n2. add tea' },
    run: ({ text, start, separator, skipEmpty }) => numberLines(text, start, separator, skipEmpty),
  }),
  defineQuickTool({
    id: 'list-lines',
    title: 'Lines to a list',
    summary: 'Makes each line that is not empty an entry of a bullet list.',
    params: z.object({
      text: linesText,
      bullet: choiceParam('The mark of an entry.', ['dash', 'star', 'dot', 'checkbox'], 'dash'),
    }),
    example: { params: { text: 'milk\neggs', bullet: 'checkbox' }, result: '- [ ] milk\n- [ ] eggs' },
    run: ({ text, bullet }) =>
      addToLines(text, bullets[bullet].length, true, (line) => bullets[bullet] + line.trimStart()),
  }),
  defineQuickTool({
    id: 'indent-text',
    summary: 'Moves every line that is not empty to the right.',
    params: z.object({
      text: linesText,
      size: integerParam('How many blanks or tabs.', 0, 16, 2),
      character: choiceParam('The text to indent with.', ['space', 'tab'], 'space'),
    }),
    example: { params: { text: 'if (ready)\n\n  go()', size: 4 }, result: '    if (ready)\n\n      go()' },
    run: ({ text, size, character }) => {
      const indent = (character === 'tab' ? '\t' : ' ').repeat(size);
      return addToLines(text, size, true, (line) => indent + line);
    },
  }),
  defineTool({
    id: 'pad-lines',
    summary: 'Fills each line up to a width; wide characters and emoji count as two.',
    params: z.object({
      text: linesText,
      width: integerParam('Columns of a line; longer lines stay as they are.', 1, 1000, 40),
      align: choiceParam('Alignment of the line in its width.', ['left', 'right', 'center'], 'left'),
      fill: z
        .string()
        .regex(/^[ -~]$/, 'must be one printable ASCII character')
        .default(' ')
        .describe('The text to fill with.'),
    }),
    example: { params: { text: '7\n42', width: 4, align: 'right', fill: '0' }, result: '0007\n0042' },
    inlineCharsMax: 500,
    run: async ({ text, width, align, fill }) => {
      const stringWidth = await loadWidth();
      const shape = parseLines(text);
      // Wide characters count as two columns, so a line may have half as many characters as columns.
      assertOutputFits(shape.lines.reduce((chars, line) => chars + Math.max(width / 2, line.length), 0));
      return formatLines(
        shape,
        shape.lines.map((line) => pad(line, width - stringWidth(line), align, fill)),
      );
    },
  }),
  defineTool({
    id: 'align-columns',
    summary: 'Sets separated values in columns of even width.',
    params: z.object({
      text: linesText,
      delimiter: z
        .string()
        .min(1)
        .max(20)
        .default(',')
        .describe('Separates the columns; quotes have no meaning.'),
      gap: integerParam('Blanks between columns.', 1, 20, 2),
    }),
    example: {
      params: { text: 'name,age\nada,36\nkatherine,101' },
      result: 'name       age\nada        36\nkatherine  101',
    },
    inlineCharsMax: 500,
    run: ({ text, delimiter, gap }) => alignColumns(text, delimiter, gap),
  }),
];
