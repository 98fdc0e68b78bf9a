import { z } from 'zod';
import { integerParam, textParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { type JsonTree, type NonFinite, printJson, treeOf } from './json/json-tree.ts';
import { nonFiniteParam } from './json/non-finite-param.ts';
import { parseJson } from './json/parse-json.ts';
import { placedRefusal } from './formats/placed-refusal.ts';
import { loadLibrary } from '../load-library.ts';

/** Only applied to text that has been parsed, so strings and comments end and the pattern does not backtrack. */
const token = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\/\*[^]*?\*\/|\/\/[^\n\r\u2028\u2029]*|[\w$.+-]+/g;
const bigInteger = /^([-+]?)(\d{16,}|0[xX][\da-fA-F]{14,})$/;
const mark = '\0exact integer:';

function restoreIntegers(tree: JsonTree): JsonTree {
  switch (tree.kind) {
    case 'object':
      return { ...tree, entries: tree.entries.map(([key, value]) => [key, restoreIntegers(value)] as const) };
    case 'array':
      return { ...tree, items: tree.items.map(restoreIntegers) };
    case 'string':
      return tree.value.startsWith(mark) ? { kind: 'number', raw: tree.value.slice(mark.length) } : tree;
    case 'number':
    case 'literal':
      return tree;
  }
}

/** Integers that a double would round pass the parser as marked strings. */
async function parseJson5(text: string, nonFinite: NonFinite): Promise<JsonTree> {
  const { default: json5 } = await loadLibrary('json5', () => import('json5'));
  const source = text.replace(/^\uFEFF/, '');
  try {
    json5.parse(source);
  } catch (error) {
    throw placedRefusal(error, 'JSON5');
  }
  const marked = source.replace(token, (word) => {
    const [, sign, digits] = bigInteger.exec(word) ?? [];
    if (digits === undefined) return word;
    return JSON.stringify(`${mark}${sign === '-' ? '-' : ''}${BigInt(digits)}`);
  });
  return restoreIntegers(treeOf(json5.parse(marked), nonFinite));
}

const identifier = /^[A-Za-z_$][\w$]*$/;

function printJson5(tree: JsonTree, indent: number): string {
  return printJson(tree, indent, (key) => (identifier.test(key) ? key : JSON.stringify(key)));
}

const indentParam = integerParam('Blanks per level.', 0, 8, 2);

export const tools: readonly Tool[] = [
  defineTool({
    id: 'json5-to-json',
    title: 'JSON5 to JSON',
    summary: 'Reads JSON5 (comments, trailing commas, single quotes, bare keys) as strict JSON.',
    params: z.object({
      text: textParam('JSON5, or JSON with comments.'),
      indent: indentParam,
      nonFinite: nonFiniteParam,
    }),
    example: {
      params: { text: "// setup\n{name: 'Ada', tags: [1, 0x1F,],}", indent: 0 },
      result: '{"name":"Ada","tags":[1,31]}',
    },
    run: async ({ text, indent, nonFinite }) => printJson(await parseJson5(text, nonFinite), indent),
  }),
  defineTool({
    id: 'json-to-json5',
    title: 'JSON to JSON5',
    summary: 'Writes JSON as JSON5, with bare keys where possible.',
    params: z.object({ text: textParam('JSON.'), indent: indentParam }),
    example: {
      params: { text: '{"name":"Ada","e-mail":null}', indent: 2 },
      result: '{\n  name: "Ada",\n  "e-mail": null\n}',
    },
    run: ({ text, indent }) => printJson5(parseJson(text), indent),
  }),
];
