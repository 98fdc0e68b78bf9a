import { z } from 'zod';
import { integerParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { printJson, treeOf } from './json/json-tree.ts';
import { tableOf } from './tables/csv-table.ts';
import { readHtmlTable } from './tables/html-table.ts';
import { plainRecords, parseMarkdownTable } from './tables/markdown-table.ts';

function jsonOf(records: readonly (readonly string[])[]): string {
  const { header, rows } = tableOf(records, true);
  return printJson(treeOf(rows.map((row) => new Map(header.map((name, at) => [name, row[at] ?? ''])))));
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'markdown-table-to-json',
    title: 'Markdown table to JSON',
    summary: 'Reads a Markdown table as an array of JSON objects.',
    params: z.object({ text: textParam('A Markdown table.') }),
    example: {
      params: { text: '| a | b |\n| --- | --- |\n| 1 | x |' },
      result: '[\n  {\n    "a": "1",\n    "b": "x"\n  }\n]',
    },
    isHeavy: true,
    run: ({ text }) => jsonOf(plainRecords(parseMarkdownTable(text))),
  }),
  defineTool({
    id: 'html-table-to-json',
    title: 'HTML table to JSON',
    summary: 'Reads a table of an HTML page as an array of JSON objects, named by its first row.',
    params: z.object({
      text: textParam('HTML.'),
      table: integerParam('The table of the page, counted from 1.', 1, 1_000, 1),
    }),
    example: {
      params: { text: '<table><tr><th>item<th>price</tr><tr><td>tea</td><td>2 <b>EUR</b></td></tr></table>' },
      result: '[\n  {\n    "item": "tea",\n    "price": "2 EUR"\n  }\n]',
    },
    isHeavy: true,
    run: async ({ text, table }) => jsonOf(await readHtmlTable(text, table)),
  }),
];
