import { z } from 'zod';
import { assertOutputFits } from '../output.ts';
import { choiceParam, flagParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { escapeUTF8 } from 'entities/escape';
import {
  columnIndex,
  lenientParam,
  parseCsv,
  printCsv,
  readDelimiterParam,
  type Table,
  tableOf,
} from './tables/csv-table.ts';

const csvParam = textParam('CSV whose first row names the columns.');
const readParams = { text: csvParam, delimiter: readDelimiterParam, lenient: lenientParam };
const columnParam = z.string().min(1).max(200).describe('A column, by its name or its number from 1.');

interface Read {
  readonly text: string;
  readonly delimiter: z.output<typeof readDelimiterParam>;
  readonly lenient: boolean;
}

const read = async ({ text, delimiter, lenient }: Read): Promise<Table> =>
  tableOf(await parseCsv(text, delimiter, lenient), true);
const write = ({ header, rows }: Table): Promise<string> =>
  printCsv([header, ...rows], { delimiter: 'comma', guardFormulas: false });

const comparisons = {
  equals: (cell: string, value: string) => cell === value,
  'not-equals': (cell: string, value: string) => cell !== value,
  contains: (cell: string, value: string) => cell.toLowerCase().includes(value.toLowerCase()),
  above: (cell: string, value: string) => cell.trim() !== '' && Number(cell) > Number(value),
  below: (cell: string, value: string) => cell.trim() !== '' && Number(cell) < Number(value),
  empty: (cell: string) => cell.trim() === '',
  filled: (cell: string) => cell.trim() !== '',
} as const;

/** Each row of the first with the rows of the second that have the same key. */
function join(one: Table, two: Table, keys: readonly [number, number], keepsAll: boolean): Table {
  const byKey = new Map<string, (readonly string[])[]>();
  for (const row of two.rows) byKey.set(row[keys[1]] ?? '', [...(byKey.get(row[keys[1]] ?? '') ?? []), row]);
  const without = (row: readonly string[]) => row.filter((_, at) => at !== keys[1]);
  const blank = without(two.header).map(() => '');
  const rows: (readonly string[])[] = [];
  let cells = 0;
  for (const row of one.rows) {
    const matches = byKey.get(row[keys[0]] ?? '')?.map(without) ?? (keepsAll ? [blank] : []);
    for (const match of matches) {
      cells += row.length + match.length;
      assertOutputFits(cells);
      rows.push([...row, ...match]);
    }
  }
  return { header: [...one.header, ...without(two.header)], rows };
}

/** The rows of both; cells of a column that one of them lacks are empty. */
function merged(one: Table, two: Table): Table {
  const header = [...one.header, ...two.header.filter((name) => !one.header.includes(name))];
  assertOutputFits(header.length * (one.rows.length + two.rows.length + 1));
  const rowsOf = ({ header: own, rows }: Table) => {
    const places = header.map((name) => own.indexOf(name));
    return rows.map((row) => places.map((at) => row[at] ?? ''));
  };
  return { header, rows: [...rowsOf(one), ...rowsOf(two)] };
}

function htmlOf({ header, rows }: Table): string {
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `    <tr>${cells.map((cell) => `<${tag}>${escapeUTF8(cell)}</${tag}>`).join('')}</tr>`;
  return [
    '<table>',
    '  <thead>',
    row(header, 'th'),
    '  </thead>',
    '  <tbody>',
    ...rows.map((cells) => row(cells, 'td')),
    '  </tbody>',
    '</table>',
  ].join('\n');
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'csv-filter',
    title: 'Filter CSV',
    summary: 'Keeps the rows of CSV whose cell in a column fits.',
    params: z.object({
      ...readParams,
      column: columnParam,
      where: choiceParam(
        'How the cell is compared; above and below compare numbers.',
        ['equals', 'not-equals', 'contains', 'above', 'below', 'empty', 'filled'],
        'equals',
      ),
      value: z.string().max(1_000).default('').describe('The value that it is compared with.'),
    }),
    example: {
      params: { text: 'name,age\nAda,36\nBob,17', column: 'age', where: 'above', value: '18' },
      result: 'name,age\nAda,36',
    },
    isHeavy: true,
    run: async ({ column, where, value, ...params }) => {
      const table = await read(params);
      const at = columnIndex(table, column, 'column');
      return write({ ...table, rows: table.rows.filter((row) => comparisons[where](row[at] ?? '', value)) });
    },
  }),
  defineTool({
    id: 'csv-dedupe',
    title: 'Dedupe CSV',
    summary: 'Removes repeated rows of CSV, by all cells or by those of some columns.',
    params: z.object({
      ...readParams,
      columns: z
        .array(z.string().max(200))
        .max(50)
        .default([])
        .describe('The columns that count; none: all.'),
      ignoreCase: flagParam('Takes capitals and small letters as equal.'),
    }),
    example: {
      params: { text: 'id,mail\n1,a@x.de\n2,A@x.de', columns: ['mail'], ignoreCase: true },
      result: 'id,mail\n1,a@x.de',
    },
    isHeavy: true,
    run: async ({ columns, ignoreCase, ...params }) => {
      const table = await read(params);
      const indexes = columns.map((column) => columnIndex(table, column, 'columns'));
      const seen = new Set<string>();
      const rows = table.rows.filter((row) => {
        const cells = indexes.length === 0 ? row : indexes.map((at) => row[at] ?? '');
        const key = ignoreCase ? JSON.stringify(cells).toLowerCase() : JSON.stringify(cells);
        return !seen.has(key) && seen.add(key);
      });
      return write({ ...table, rows });
    },
  }),
  defineTool({
    id: 'csv-join',
    title: 'Join CSV',
    summary: 'Joins two CSV texts by a column that both have, as databases join tables.',
    params: z.object({
      ...readParams,
      other: textParam('The second CSV.'),
      column: columnParam,
      otherColumn: z.string().max(200).optional().describe('Its name in the second, if it differs.'),
      kind: choiceParam('inner: rows that both have; left: all of the first.', ['inner', 'left'], 'inner'),
    }),
    example: {
      params: { text: 'id,name\n1,Ada\n2,Bob', other: 'id,age\n1,36', column: 'id', kind: 'left' },
      result: 'id,name,age\n1,Ada,36\n2,Bob,',
    },
    isHeavy: true,
    run: async ({ text, other, column, otherColumn, kind, ...options }) => {
      const [one, two] = [await read({ text, ...options }), await read({ text: other, ...options })];
      const keys = [
        columnIndex(one, column, 'column'),
        columnIndex(two, otherColumn ?? column, 'otherColumn'),
      ] as const;
      return write(join(one, two, keys, kind === 'left'));
    },
  }),
  defineTool({
    id: 'csv-merge',
    title: 'Merge CSV',
    summary: 'Puts the rows of two CSV texts below each other, by the names of their columns.',
    params: z.object({
      ...readParams,
      other: textParam('The second CSV.'),
    }),
    example: {
      params: { text: 'id,name\n1,Ada', other: 'name,mail\nBob,b@x.de' },
      result: 'id,name,mail\n1,Ada,\n,Bob,b@x.de',
    },
    isHeavy: true,
    run: async ({ text, other, ...options }) =>
      write(merged(await read({ text, ...options }), await read({ text: other, ...options }))),
  }),
  defineTool({
    id: 'csv-to-html',
    title: 'CSV to HTML table',
    summary: 'Writes CSV as an HTML table.',
    params: z.object(readParams),
    example: {
      params: { text: 'a,b\n1,<2>' },
      result:
        '<table>\n  <thead>\n    <tr><th>a</th><th>b</th></tr>\n  </thead>\n  <tbody>\n    <tr><td>1</td><td>&lt;2&gt;</td></tr>\n  </tbody>\n</table>',
    },
    isHeavy: true,
    run: async (params) => htmlOf(await read(params)),
  }),
];
