import { z } from 'zod';
import { flagParam, integerParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { type JsonTree, nullTree, printJson } from './json/json-tree.ts';
import { flattenTree, unflattenTree, valueAtPointer } from './json/json-paths.ts';
import { parseJson } from './json/parse-json.ts';
import { runJsonata } from './json/run-jsonata.ts';

const jsonParam = textParam('JSON.');
const rawParam = flagParam('Give a string without its quotes.');
const separatorParam = z
  .string()
  .regex(/^[^\s\\[\]"]$/, 'must be one character other than a blank, quote, bracket or backslash')
  .default('.')
  .describe('The character between the names of a path.');

function show(tree: JsonTree, raw: boolean): string {
  return raw && tree.kind === 'string' ? tree.value.toWellFormed() : printJson(tree);
}

/** RFC 7396: null removes a member, objects are merged, everything else is replaced. */
function mergePatch(target: JsonTree | undefined, patch: JsonTree): JsonTree {
  if (patch.kind !== 'object') return patch;
  const entries = new Map(target?.kind === 'object' ? target.entries : []);
  for (const [key, value] of patch.entries) {
    if (value.kind === 'literal' && value.value === null) entries.delete(key);
    else entries.set(key, mergePatch(entries.get(key), value));
  }
  return { kind: 'object', entries: [...entries] };
}

function jsonLines(text: string): JsonTree {
  const items = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, at) => ({ line, field: `text, line ${at + 1},` }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, field }) => parseJson(line, { field }));
  return { kind: 'array', items };
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'json-query',
    title: 'Query JSON',
    summary: 'Evaluates a JSONata expression on JSON; null when nothing matches.',
    params: z.object({
      text: jsonParam,
      expression: z
        .string()
        .min(1)
        .max(500)
        .describe('JSONata. Patterns in it run on RE2; the clock and chance are not available.'),
      raw: rawParam,
    }),
    example: {
      params: {
        text: '{"items":[{"price":2,"count":3},{"price":5,"count":1}]}',
        expression: '$sum(items.(price * count))',
      },
      result: '11',
    },
    isHeavy: true,
    run: async ({ text, expression, raw }) =>
      show((await runJsonata(parseJson(text), expression)) ?? nullTree, raw),
  }),
  defineQuickTool({
    id: 'json-pointer',
    title: 'JSON pointer',
    summary: 'Takes the value at a JSON pointer (RFC 6901) out of JSON.',
    params: z.object({
      text: jsonParam,
      pointer: z.string().max(2_000).describe('Such as /items/0/name.'),
      raw: rawParam,
    }),
    example: { params: { text: '{"items":[{"name":"Ada"}]}', pointer: '/items/0/name' }, result: '"Ada"' },
    run: ({ text, pointer, raw }) => show(valueAtPointer(parseJson(text), pointer), raw),
  }),
  defineQuickTool({
    id: 'json-flatten',
    title: 'Flatten JSON',
    summary: 'Turns nested JSON into one object whose keys are paths such as a.b[0].',
    params: z.object({ text: jsonParam, separator: separatorParam }),
    example: { params: { text: '{"a":{"b":[1,2]}}' }, result: '{\n  "a.b[0]": 1,\n  "a.b[1]": 2\n}' },
    run: ({ text, separator }) => printJson(flattenTree(parseJson(text), separator)),
  }),
  defineQuickTool({
    id: 'json-unflatten',
    title: 'Unflatten JSON',
    summary: 'Builds nested JSON from an object whose keys are paths such as a.b[0].',
    params: z.object({ text: textParam('A JSON object with paths as keys.'), separator: separatorParam }),
    example: {
      params: { text: '{"a.b[0]":1,"a.c":2}' },
      result: '{\n  "a": {\n    "b": [\n      1\n    ],\n    "c": 2\n  }\n}',
    },
    run: ({ text, separator }) => printJson(unflattenTree(parseJson(text), separator)),
  }),
  defineQuickTool({
    id: 'json-merge-patch',
    title: 'JSON merge patch',
    summary: 'Applies a JSON merge patch (RFC 7396) to JSON.',
    params: z.object({ text: jsonParam, other: textParam('The patch, as JSON.') }),
    example: {
      params: { text: '{"a":1,"b":2}', other: '{"a":null,"c":3}' },
      result: '{\n  "b": 2,\n  "c": 3\n}',
    },
    run: ({ text, other }) => printJson(mergePatch(parseJson(text), parseJson(other, { field: 'other' }))),
  }),
  defineQuickTool({
    id: 'jsonl-to-json',
    title: 'JSON Lines to JSON',
    summary: 'Collects the values of JSON Lines, one a line, in an array.',
    params: z.object({
      text: textParam('One JSON value a line.'),
      indent: integerParam('Blanks per level.', 0, 8, 2),
    }),
    example: { params: { text: '{"id":1}\n{"id":2}', indent: 0 }, result: '[{"id":1},{"id":2}]' },
    run: ({ text, indent }) => printJson(jsonLines(text), indent),
  }),
  defineQuickTool({
    id: 'json-to-jsonl',
    title: 'JSON to JSON Lines',
    summary: 'Writes the items of a JSON array as JSON Lines, one a line.',
    params: z.object({ text: textParam('A JSON array.') }),
    example: { params: { text: '[{"id":1}, {"id":2}]' }, result: '{"id":1}\n{"id":2}' },
    run: ({ text }) => {
      const tree = parseJson(text);
      if (tree.kind !== 'array') throw invalid('text must be a JSON array.');
      return tree.items.map((item) => printJson(item, 0)).join('\n');
    },
  }),
];
