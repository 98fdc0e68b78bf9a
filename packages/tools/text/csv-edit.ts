import { z } from 'zod';
import { jsonText } from '../output.ts';
import { choiceParam, flagParam, localeParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { assertFewMarksInARow } from './unicode/combining-marks.ts';
import {
  columnIndex,
  lenientParam,
  parseCsv,
  printCsv,
  readDelimiterParam,
  type Table,
  tableOf,
  writeDelimiterParam,
} from './tables/csv-table.ts';

const csvParam = textParam('CSV.');
const headerParam = flagParam('The first row names the columns.', true);
const readParams = {
  text: csvParam,
  delimiter: readDelimiterParam,
  header: headerParam,
  lenient: lenientParam,
};
const outputParams = {
  outputDelimiter: writeDelimiterParam,
  guardFormulas: flagParam("Put ' before cells that a spreadsheet would run as a formula."),
};

interface ReadParams {
  readonly text: string;
  readonly delimiter: z.output<typeof readDelimiterParam>;
  readonly header: boolean;
  readonly lenient: boolean;
}

async function readTable({ text, delimiter, header, lenient }: ReadParams): Promise<Table> {
  return tableOf(await parseCsv(text, delimiter, lenient), header);
}

interface WriteParams {
  readonly header: boolean;
  readonly outputDelimiter: z.output<typeof writeDelimiterParam>;
  readonly guardFormulas: boolean;
}

function writeTable({ header, rows }: Table, params: WriteParams): Promise<string> {
  const records = params.header && header.length > 0 ? [header, ...rows] : rows;
  return printCsv(records, { delimiter: params.outputDelimiter, guardFormulas: params.guardFormulas });
}

/** Cells that are not numbers come last in both directions. */
function numericOrder(a: string, b: string, sign: 1 | -1): number {
  const [left, right] = [Number(a), Number(b)];
  const [isLeft, isRight] = [a.trim() !== '' && !Number.isNaN(left), b.trim() !== '' && !Number.isNaN(right)];
  if (isLeft && isRight) return sign * (left - right);
  return isLeft === isRight ? 0 : isLeft ? -1 : 1;
}

function describeColumn(name: string, cells: readonly string[]) {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const numbers = filled.map(Number).filter((value) => !Number.isNaN(value));
  const isNumeric = filled.length > 0 && numbers.length === filled.length;
  const sum = numbers.reduce((total, value) => total + value, 0);
  let [min, max] = [Infinity, -Infinity];
  for (const value of numbers) [min, max] = [Math.min(min, value), Math.max(max, value)];
  return {
    name,
    empty: cells.length - filled.length,
    distinct: new Set(filled).size,
    ...(isNumeric ? { min, max, sum, mean: sum / numbers.length } : {}),
  };
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'csv-sort',
    title: 'Sort CSV',
    summary: 'Sorts the rows of CSV by one column; equal rows keep their order.',
    params: z.object({
      ...readParams,
      column: z.string().min(1).max(500).describe('Name of the column, or its number from 1.'),
      order: choiceParam('The direction.', ['asc', 'desc'], 'asc'),
      numeric: flagParam('Compare as numbers; cells that are none come last.'),
      locale: localeParam,
      ...outputParams,
    }),
    example: {
      params: { text: 'name,age\nAda,36\nBob,9', column: 'age', numeric: true },
      result: 'name,age\nBob,9\nAda,36',
    },
    isHeavy: true,
    run: async ({ column, order, numeric, locale, ...params }) => {
      const table = await readTable(params);
      const at = columnIndex(table, column, 'column');
      const collator = new Intl.Collator(locale);
      const sign = order === 'asc' ? 1 : -1;
      const compare = numeric
        ? (a: string, b: string) => numericOrder(a, b, sign)
        : (a: string, b: string) => sign * collator.compare(a, b);
      if (!numeric) for (const row of table.rows) assertFewMarksInARow(row[at] ?? '');
      const rows = table.rows.toSorted((a, b) => compare(a[at] ?? '', b[at] ?? ''));
      return writeTable({ ...table, rows }, params);
    },
  }),
  defineTool({
    id: 'csv-select-columns',
    title: 'Select CSV columns',
    summary: 'Keeps the named columns of CSV, in the order given.',
    params: z.object({
      ...readParams,
      columns: z
        .array(z.string().max(500))
        .min(1)
        .max(200)
        .describe('Names of columns, or their numbers from 1.'),
      ...outputParams,
    }),
    example: { params: { text: 'a,b,c\n1,2,3', columns: ['c', 'a'] }, result: 'c,a\n3,1' },
    run: async ({ columns, ...params }) => {
      const table = await readTable(params);
      const places = columns.map((column) => columnIndex(table, column, 'columns'));
      const pick = (row: readonly string[]) => places.map((at) => row[at] ?? '');
      return writeTable({ header: pick(table.header), rows: table.rows.map(pick) }, params);
    },
  }),
  defineTool({
    id: 'csv-transpose',
    title: 'Transpose CSV',
    summary: 'Turns the rows of CSV into columns.',
    params: z.object({
      text: csvParam,
      delimiter: readDelimiterParam,
      lenient: lenientParam,
      ...outputParams,
    }),
    example: { params: { text: 'a,b\n1,2\n3,4' }, result: 'a,1,3\nb,2,4' },
    run: async ({ text, delimiter, lenient, ...params }) => {
      const { header, rows } = await readTable({ text, delimiter, lenient, header: false });
      const turned = header.map((_, at) => rows.map((row) => row[at] ?? ''));
      return writeTable({ header: [], rows: turned }, { ...params, header: false });
    },
  }),
  defineTool({
    id: 'csv-convert',
    title: 'Convert CSV delimiter',
    summary: 'Writes CSV with another delimiter, such as tabs for TSV.',
    params: z.object({
      text: csvParam,
      delimiter: readDelimiterParam,
      lenient: lenientParam,
      ...outputParams,
    }),
    example: { params: { text: 'a;b\n1;"x;y"', outputDelimiter: 'comma' }, result: 'a,b\n1,x;y' },
    run: async ({ text, delimiter, lenient, outputDelimiter, guardFormulas }) =>
      printCsv(await parseCsv(text, delimiter, lenient), { delimiter: outputDelimiter, guardFormulas }),
  }),
  defineTool({
    id: 'csv-stats',
    title: 'CSV statistics',
    summary: 'Counts rows and describes each column of CSV: empty and distinct cells, sums of numbers.',
    params: z.object(readParams),
    example: {
      params: { text: 'name,age\nAda,36\nBob,' },
      result:
        '{\n  "rows": 2,\n  "columns": [\n    {\n      "name": "name",\n      "empty": 0,\n      "distinct": 2\n    },\n    {\n      "name": "age",\n      "empty": 1,\n      "distinct": 1,\n      "min": 36,\n      "max": 36,\n      "sum": 36,\n      "mean": 36\n    }\n  ]\n}',
    },
    run: async (params) => {
      const { header, rows } = await readTable(params);
      const columns = header.map((name, at) =>
        describeColumn(
          name,
          rows.map((row) => row[at] ?? ''),
        ),
      );
      return jsonText({ rows: rows.length, columns });
    },
  }),
];
