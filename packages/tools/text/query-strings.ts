import { z } from 'zod';
import { assertOutputFits } from '../output.ts';
import { flagParam, integerParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, type Tool } from '../tool.ts';
import { cellText } from './tables/csv-json.ts';
import { type JsonTree, printJson } from './json/json-tree.ts';
import { parseJson } from './json/parse-json.ts';
import { readUrl, urlParam } from './web/read-url.ts';

/** Repeated names become an array. */
function parseQuery(text: string): JsonTree {
  const source = text.trim();
  const query = source.includes('?') ? source.slice(source.indexOf('?') + 1) : source;
  const values = new Map<string, JsonTree[]>();
  for (const [name, value] of new URLSearchParams(query.split('#')[0])) {
    const list = values.get(name);
    if (list === undefined) values.set(name, [{ kind: 'string', value }]);
    else list.push({ kind: 'string', value });
  }
  return {
    kind: 'object',
    entries: [...values].map(
      ([name, items]) =>
        [name, items.length === 1 ? (items[0] as JsonTree) : { kind: 'array', items }] as const,
    ),
  };
}

function buildQuery(text: string, sort: boolean): string {
  const tree = parseJson(text);
  if (tree.kind !== 'object') throw invalid('text must be a JSON object.');
  const search = new URLSearchParams();
  for (const [name, value] of tree.entries) {
    for (const item of value.kind === 'array' ? value.items : [value])
      search.append(name.toWellFormed(), cellText(item));
  }
  if (sort) search.sort();
  const query = search.toString();
  assertOutputFits(query.length);
  return query;
}

const part = (description: string) => z.string().min(1).max(500).optional().describe(description);

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'query-string-parse',
    title: 'Parse query string',
    summary: 'Reads a query string, or that of a URL, as JSON; repeated names become an array.',
    params: z.object({
      text: textParam('A query string or a URL.'),
      indent: integerParam('Blanks per level.', 0, 8, 2),
    }),
    example: { params: { text: '?a=1&b=x+y&a=2', indent: 0 }, result: '{"a":["1","2"],"b":"x y"}' },
    run: ({ text, indent }) => printJson(parseQuery(text), indent),
  }),
  defineQuickTool({
    id: 'query-string-build',
    title: 'Build query string',
    summary: 'Writes a JSON object as a query string; arrays repeat their name.',
    params: z.object({ text: textParam('A JSON object.'), sort: flagParam('Sort by name.') }),
    example: {
      params: { text: '{"q":"fish & chips","page":2,"tag":["a","b"]}' },
      result: 'q=fish+%26+chips&page=2&tag=a&tag=b',
    },
    run: ({ text, sort }) => buildQuery(text, sort),
  }),
  defineQuickTool({
    id: 'utm-build',
    title: 'Build UTM link',
    summary: 'Adds campaign params (utm_source and so on) to a URL, replacing those it has.',
    params: z.object({
      url: urlParam,
      source: z.string().min(1).max(500).describe('utm_source, such as newsletter.'),
      medium: part('utm_medium, such as email.'),
      campaign: part('utm_campaign.'),
      term: part('utm_term.'),
      content: part('utm_content.'),
    }),
    example: {
      params: {
        url: 'https://example.com/shop?x=1',
        source: 'newsletter',
        medium: 'email',
        campaign: 'Spring sale',
      },
      result: 'https://example.com/shop?x=1&utm_source=newsletter&utm_medium=email&utm_campaign=Spring+sale',
    },
    run: ({ url, ...values }) => {
      const link = readUrl(url, 'url');
      for (const [name, value] of Object.entries(values)) {
        if (value !== undefined) link.searchParams.set(`utm_${name}`, value.toWellFormed());
      }
      return link.href;
    },
  }),
];
