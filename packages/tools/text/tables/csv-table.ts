import type { z } from 'zod';
import { assertOutputFits } from '../../output.ts';
import { choiceParam, flagParam } from '../../params.ts';
import { invalid } from '../../refuse.ts';
import { ToolError } from '../../tool-error.ts';
import { loadLibrary } from '../../load-library.ts';

/** By name, because a tab is hard to write in some clients, or by the character. */
const delimiters = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
  ',': ',',
  ';': ';',
  '\t': '\t',
  '|': '|',
} as const;
type DelimiterName = keyof typeof delimiters;

const delimiterNames = ['comma', 'semicolon', 'tab', 'pipe', ',', ';', '\t', '|'] as const;

export const readDelimiterParam = choiceParam(
  'The delimiter between cells; auto detects it from the first line.',
  ['auto', ...delimiterNames],
  'auto',
);

export const writeDelimiterParam = choiceParam('The text between the cells.', delimiterNames, 'comma');

type ReadDelimiter = z.output<typeof readDelimiterParam>;

/** The most frequent delimiter in the first line, outside quotes. */
function guessDelimiter(text: string): string {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const counts = [...new Set(Object.values(delimiters))].map((delimiter) => ({
    delimiter,
    count: firstLine.split(delimiter).length,
  }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}

/** Limits rows × longest row, because short rows are padded and rows of very different length are slow to parse. */
function assertShape(source: string, delimiter: string): void {
  const lines = source.replace(/"[^"]*"/g, '').split(/\r\n|\r|\n/);
  let width = 0;
  for (const line of lines) width = Math.max(width, line.split(delimiter).length);
  assertOutputFits(width * lines.length);
}

/** The line end of a text that has only one. Else the parser looks for it, which makes a long first line slow. */
function lineEndsOf(source: string): string[] {
  const lineEnds = new Set(source.match(/\r\n|\r|\n/g) ?? ['\n']);
  return lineEnds.size === 1 ? [...lineEnds] : [];
}

export const lenientParam = flagParam(
  'Take a quote inside of a cell as a character, as spreadsheets do, where RFC 4180 forbids it.',
);

/** RFC 4180, lenient about line ends and rows of different length; empty lines are skipped. */
export async function parseCsv(
  text: string,
  delimiter: ReadDelimiter,
  lenient: boolean,
): Promise<readonly (readonly string[])[]> {
  const { parse } = await loadLibrary('csv-parse/sync', () => import('csv-parse/sync'));
  const source = text.replace(/^\uFEFF/, '');
  const separator = delimiter === 'auto' ? guessDelimiter(source) : delimiters[delimiter];
  assertShape(source, separator);
  try {
    return parse(source, {
      delimiter: separator,
      record_delimiter: lineEndsOf(source),
      relax_column_count: true,
      skip_empty_lines: true,
      relax_quotes: lenient,
    }) as unknown as readonly (readonly string[])[];
  } catch (error) {
    const message =
      error instanceof Error ? error.message.replace(/ instead of delimiter.*$/, '') : String(error);
    const isQuote = /quote/i.test(message) && !lenient;
    throw new ToolError('INVALID_REQUEST', `text is not valid CSV: ${message.replace(/\.$/, '')}.`, {
      ...(isQuote && { hint: 'With lenient, quotes inside of cells are taken as they are.' }),
    });
  }
}

export interface Table {
  readonly header: readonly string[];
  /** Each as long as the header. */
  readonly rows: readonly (readonly string[])[];
}

/** Blank names become column_1, repeated ones get a number, so that no cell hides another. */
function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const copies = new Map<string, number>();
  return names.map((name, at) => {
    const base = name.trim() === '' ? `column_${at + 1}` : name.trim();
    let copy = copies.get(base) ?? 0;
    let distinct: string;
    do {
      copy += 1;
      distinct = copy === 1 ? base : `${base}_${copy}`;
    } while (taken.has(distinct));
    copies.set(base, copy);
    taken.add(distinct);
    return distinct;
  });
}

/** Pads short rows and adds a column for each cell beyond the header. */
export function tableOf(records: readonly (readonly string[])[], hasHeader: boolean): Table {
  let width = 0;
  for (const record of records) width = Math.max(width, record.length);
  assertOutputFits(width * records.length);
  const fill = (record: readonly string[]) => Array.from({ length: width }, (_, at) => record[at] ?? '');
  const [first = [], ...rest] = records;
  const header = distinctNames(fill(hasHeader ? first : []));
  return { header, rows: (hasHeader ? rest : records).map(fill) };
}

/** The column of that name, or of that number (from 1). */
export function columnIndex({ header }: Table, column: string, field: string): number {
  const byName = header.indexOf(column);
  if (byName !== -1) return byName;
  const byNumber = /^\d{1,6}$/.test(column) ? Number(column) - 1 : -1;
  if (byNumber >= 0 && byNumber < header.length) return byNumber;
  throw invalid(
    `${field} names the column ${JSON.stringify(column.slice(0, 100))}, which text does not have.`,
  );
}

/** Spreadsheets evaluate cells that start with these as formulas. */
const formulaStart = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainNumber = /^[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d+)?%?$/;

function guardFormula(cell: string): string {
  return formulaStart.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
}

interface PrintOptions {
  readonly delimiter: DelimiterName;
  readonly guardFormulas: boolean;
}

export async function printCsv(
  records: readonly (readonly string[])[],
  { delimiter, guardFormulas }: PrintOptions,
): Promise<string> {
  let chars = 0;
  for (const record of records) for (const cell of record) chars += cell.length + 1;
  assertOutputFits(chars);
  const { stringify } = await loadLibrary('csv-stringify/sync', () => import('csv-stringify/sync'));
  const cells = guardFormulas ? records.map((record) => record.map(guardFormula)) : records;
  const csv = stringify(cells as string[][], { delimiter: delimiters[delimiter], eof: false });
  assertOutputFits(csv.length);
  return csv;
}
