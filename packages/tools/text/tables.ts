import { z } from 'zod';
import { choiceParam, flagParam, integerParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { csvToJson, jsonToCsv, recordsOf } from './tables/csv-json.ts';
import {
  lenientParam,
  parseCsv,
  printCsv,
  readDelimiterParam,
  tableOf,
  writeDelimiterParam,
} from './tables/csv-table.ts';
import { readHtmlTable } from './tables/html-table.ts';
import { parseMarkdownTable, escapeCell, plainRecords, printMarkdownTable } from './tables/markdown-table.ts';
import { parseJson } from './json/parse-json.ts';

const csvParam = textParam('CSV.');
const headerParam = flagParam('The first row names the columns.', true);
const guardParam = flagParam("Put ' before cells that a spreadsheet would run as a formula.", true);
const alignParam = choiceParam('How columns are aligned.', ['none', 'left', 'center', 'right'], 'none');
const padParam = flagParam('Pad the cells so that the source lines up.', true);

async function markdownOf(
  records: readonly (readonly string[])[],
  hasHeader: boolean,
  align: z.output<typeof alignParam>,
  pad: boolean,
): Promise<string> {
  if (records.length === 0) return '';
  const { header, rows } = tableOf(records, hasHeader);
  return await printMarkdownTable(
    {
      header: header.map(escapeCell),
      rows: rows.map((row) => row.map(escapeCell)),
      aligns: header.map(() => align),
    },
    pad,
  );
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'json-to-csv',
    title: 'JSON to CSV',
    summary:
      'Writes an array of JSON objects as CSV; nested values stay JSON in their cell or are flattened.',
    params: z.object({
      text: textParam('A JSON array of objects, arrays or plain values.'),
      delimiter: writeDelimiterParam,
      header: headerParam,
      flatten: flagParam('Give nested members columns such as a.b[0].'),
      guardFormulas: guardParam,
    }),
    example: {
      params: { text: '[{"id":1,"name":"Ada, Lovelace"},{"id":2,"note":"=1+1"}]' },
      result: 'id,name,note\n1,"Ada, Lovelace",\n2,,\'=1+1',
    },
    run: ({ text, ...options }) => jsonToCsv(parseJson(text), options),
  }),
  defineTool({
    id: 'csv-to-json',
    title: 'CSV to JSON',
    summary: 'Reads CSV as an array of JSON objects, or of arrays without a header.',
    params: z.object({
      text: csvParam,
      delimiter: readDelimiterParam,
      header: headerParam,
      lenient: lenientParam,
      inferTypes: flagParam('Turn numbers, true, false and empty cells into JSON values.'),
      indent: integerParam('Blanks per level.', 0, 8, 2),
    }),
    example: {
      params: { text: 'id,name\n1,"Ada, Lovelace"', indent: 0 },
      result: '[{"id":"1","name":"Ada, Lovelace"}]',
    },
    run: ({ text, ...options }) => csvToJson(text, options),
  }),
  defineTool({
    id: 'csv-to-markdown',
    title: 'CSV to Markdown table',
    summary: 'Writes CSV as a Markdown table.',
    params: z.object({
      text: csvParam,
      delimiter: readDelimiterParam,
      header: headerParam,
      lenient: lenientParam,
      align: alignParam,
      pad: padParam,
    }),
    example: {
      params: { text: 'name,age\nAda,36' },
      result: '| name | age |\n| ---- | --- |\n| Ada  | 36  |',
    },
    run: async ({ text, delimiter, header, lenient, align, pad }) =>
      markdownOf(await parseCsv(text, delimiter, lenient), header, align, pad),
  }),
  defineTool({
    id: 'json-to-markdown-table',
    title: 'JSON to Markdown table',
    summary: 'Writes an array of JSON objects as a Markdown table.',
    params: z.object({ text: textParam('A JSON array of objects.'), align: alignParam, pad: padParam }),
    example: {
      params: { text: '[{"name":"Ada","age":36}]' },
      result: '| name | age |\n| ---- | --- |\n| Ada  | 36  |',
    },
    run: ({ text, align, pad }) => markdownOf(recordsOf(parseJson(text), false, true), true, align, pad),
  }),
  defineTool({
    id: 'markdown-table-format',
    title: 'Format Markdown table',
    summary: 'Lines up the columns of a Markdown table.',
    params: z.object({
      text: textParam('A Markdown table.'),
      align: choiceParam(
        'How columns are aligned; keep: as the table says.',
        ['keep', 'none', 'left', 'center', 'right'],
        'keep',
      ),
      pad: padParam,
    }),
    example: {
      params: { text: '|a|b|\n|-|-:|\n|1|200|' },
      result: '| a   |   b |\n| --- | --: |\n| 1   | 200 |',
    },
    run: ({ text, align, pad }) => {
      const table = parseMarkdownTable(text);
      return printMarkdownTable(
        align === 'keep' ? table : { ...table, aligns: table.header.map(() => align) },
        pad,
      );
    },
  }),
  defineTool({
    id: 'markdown-table-to-csv',
    title: 'Markdown table to CSV',
    summary: 'Writes a Markdown table as CSV.',
    params: z.object({
      text: textParam('A Markdown table.'),
      delimiter: writeDelimiterParam,
      guardFormulas: guardParam,
    }),
    example: { params: { text: '| a | b |\n| --- | --- |\n| 1 | x, y |' }, result: 'a,b\n1,"x, y"' },
    run: ({ text, delimiter, guardFormulas }) =>
      printCsv(plainRecords(parseMarkdownTable(text)), { delimiter, guardFormulas }),
  }),
  defineTool({
    id: 'html-table-to-csv',
    title: 'HTML table to CSV',
    summary: 'Writes a table of an HTML page as CSV; cells that span rows or columns are repeated.',
    params: z.object({
      text: textParam('HTML.'),
      table: integerParam('The table of the page, counted from 1.', 1, 1_000, 1),
      delimiter: writeDelimiterParam,
      guardFormulas: guardParam,
    }),
    example: {
      params: {
        text: '<table><tr><th>item<th>price</tr><tr><td>tea, green</td><td>2 <b>EUR</b></td></tr></table>',
      },
      result: 'item,price\n"tea, green",2 EUR',
    },
    isHeavy: true,
    run: async ({ text, table, delimiter, guardFormulas }) =>
      printCsv(await readHtmlTable(text, table), { delimiter, guardFormulas }),
  }),
];
