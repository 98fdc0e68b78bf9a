import { z } from 'zod';
import { jsonText } from '../output.ts';
import { choiceParam, flagParam, integerParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, type Tool } from '../tool.ts';
import { isContainer, type JsonTree, printJson } from './json/json-tree.ts';
import { parseJson } from './json/parse-json.ts';

/** Sorts keys by UTF-16 units, as RFC 8785 does; arrays keep their order. */
function sortKeys(tree: JsonTree, order: 'asc' | 'desc', ignoreCase: boolean): JsonTree {
  if (tree.kind === 'array')
    return { ...tree, items: tree.items.map((item) => sortKeys(item, order, ignoreCase)) };
  if (tree.kind !== 'object') return tree;
  const sign = order === 'asc' ? 1 : -1;
  const nameOf = (key: string) => (ignoreCase ? key.toLowerCase() : key);
  const compare = (a: string, b: string) => (a < b ? -sign : a > b ? sign : 0);
  return {
    ...tree,
    entries: tree.entries
      .toSorted(([a], [b]) => compare(nameOf(a), nameOf(b)) || compare(a, b))
      .map(([key, value]) => [key, sortKeys(value, order, ignoreCase)] as const),
  };
}

interface JsonCounts {
  depth: number;
  objects: number;
  arrays: number;
  keys: number;
  scalars: number;
}

function countTree(tree: JsonTree, depth: number, counts: JsonCounts): void {
  if (!isContainer(tree)) {
    counts.scalars += 1;
    return;
  }
  counts.depth = Math.max(counts.depth, depth + 1);
  const members = tree.kind === 'object' ? tree.entries.map(([, value]) => value) : tree.items;
  if (tree.kind === 'object') {
    counts.objects += 1;
    counts.keys += members.length;
  } else counts.arrays += 1;
  for (const member of members) countTree(member, depth + 1, counts);
}

function validate(text: string): string {
  const duplicateKeys: { key: string; position: string }[] = [];
  try {
    const tree = parseJson(text, {
      onDuplicateKey: (key, position) => duplicateKeys.push({ key, position }),
    });
    const counts: JsonCounts = { depth: 0, objects: 0, arrays: 0, keys: 0, scalars: 0 };
    countTree(tree, 0, counts);
    return jsonText({ valid: true, type: typeOf(tree), ...counts, duplicateKeys });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const place = / at line (\d+), column (\d+)\.$/.exec(message);
    if (place === null) throw error;
    return jsonText({
      valid: false,
      error: message.slice('text is not valid JSON: '.length, place.index),
      line: Number(place[1]),
      column: Number(place[2]),
    });
  }
}

function typeOf(tree: JsonTree): string {
  if (tree.kind !== 'literal') return tree.kind;
  return tree.value === null ? 'null' : 'boolean';
}

function unescapeString(text: string): string {
  const quoted = text.trim().startsWith('"') ? text : `"${text}"`;
  const tree = parseJson(quoted);
  if (tree.kind !== 'string') throw invalid('text is not one JSON string.');
  return tree.value.toWellFormed();
}

const jsonParam = textParam('JSON.');

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'json-format',
    title: 'Format JSON',
    summary: 'Indents JSON; numbers keep every digit and keys their order.',
    params: z.object({
      text: jsonParam,
      indent: integerParam('Blanks per level.', 0, 8, 2),
      tabs: flagParam('Indent by tabs instead.'),
      sortKeys: flagParam('Sort the keys of objects.'),
    }),
    example: {
      params: { text: '{"b":12345678901234567890,"a":[1,2]}' },
      result: '{\n  "b": 12345678901234567890,\n  "a": [\n    1,\n    2\n  ]\n}',
    },
    run: ({ text, indent, tabs, sortKeys: isSorted }) => {
      const tree = parseJson(text);
      return printJson(isSorted ? sortKeys(tree, 'asc', false) : tree, tabs ? '\t' : indent);
    },
  }),
  defineQuickTool({
    id: 'json-minify',
    title: 'Minify JSON',
    summary: 'Takes all blanks between the tokens out of JSON.',
    params: z.object({ text: jsonParam }),
    example: { params: { text: '{ "price": 1.10, "tags": [ ] }' }, result: '{"price":1.10,"tags":[]}' },
    run: ({ text }) => printJson(parseJson(text), 0),
  }),
  defineQuickTool({
    id: 'json-validate',
    title: 'Validate JSON',
    summary: 'Says whether a text is JSON, with counts and repeated keys, or where it breaks.',
    params: z.object({ text: jsonParam }),
    example: {
      params: { text: '{"a": 1,}' },
      result:
        '{\n  "valid": false,\n  "error": "expected a key in double quotes but found \\"}\\"",\n  "line": 1,\n  "column": 9\n}',
    },
    run: ({ text }) => validate(text),
  }),
  defineQuickTool({
    id: 'json-sort-keys',
    title: 'Sort JSON keys',
    summary: 'Sorts the keys of all objects, at every depth; arrays keep their order.',
    params: z.object({
      text: jsonParam,
      order: choiceParam('The direction.', ['asc', 'desc'], 'asc'),
      ignoreCase: flagParam('Sort capitals among small letters.'),
      indent: integerParam('Blanks per level.', 0, 8, 2),
    }),
    example: {
      params: { text: '{"b":1,"a":{"d":2,"c":3}}', indent: 0 },
      result: '{"a":{"c":3,"d":2},"b":1}',
    },
    run: ({ text, order, ignoreCase, indent }) =>
      printJson(sortKeys(parseJson(text), order, ignoreCase), indent),
  }),
  defineQuickTool({
    id: 'json-escape',
    title: 'Escape as JSON string',
    summary: 'Writes a text as a JSON string, quotes included.',
    params: z.object({ text: textParam(), quotes: flagParam('Put the result between double quotes.', true) }),
    example: { params: { text: 'say "hi"\n' }, result: '"say \\"hi\\"\\n"' },
    run: ({ text, quotes }) => {
      const escaped = printJson({ kind: 'string', value: text }, 0);
      return quotes ? escaped : escaped.slice(1, -1);
    },
  }),
  defineQuickTool({
    id: 'json-unescape',
    title: 'Unescape JSON string',
    summary: 'Decodes a JSON string, with or without its quotes.',
    params: z.object({ text: textParam('A JSON string.') }),
    example: { params: { text: '"say \\"hi\\""' }, result: 'say "hi"' },
    run: ({ text }) => unescapeString(text),
  }),
];
