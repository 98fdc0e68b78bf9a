import { z } from 'zod';
import { assertOutputFits } from '../output.ts';
import { flagParam, integerParam, textParam } from '../params.ts';
import { invalid, overLimit } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import {
  isContainer,
  jsonDepthMax,
  type JsonTree,
  type NonFinite,
  nullTree,
  plainOf,
  printJson,
  treeOf,
} from './json/json-tree.ts';
import { nonFiniteParam } from './json/non-finite-param.ts';
import { parseYaml } from './formats/yaml-bridge.ts';
import { printYaml } from './formats/yaml-print.ts';
import { assertTomlDates } from './formats/toml-dates.ts';
import { parseJson } from './json/parse-json.ts';
import { placedRefusal } from './formats/placed-refusal.ts';
import { loadLibrary } from '../load-library.ts';

/** TOML has no null: members may be omitted on request, array items never. */
function withoutNulls(tree: JsonTree, dropNulls: boolean, path: string): JsonTree {
  if (tree.kind === 'literal' && tree.value === null)
    throw invalid(
      `text has null at ${path}, which TOML cannot say; set dropNulls to leave such members out.`,
    );
  if (tree.kind === 'array')
    return { ...tree, items: tree.items.map((item, at) => withoutNulls(item, dropNulls, `${path}/${at}`)) };
  if (tree.kind !== 'object') return tree;
  const kept = tree.entries.filter(
    ([, value]) => !(dropNulls && value.kind === 'literal' && value.value === null),
  );
  return {
    ...tree,
    entries: kept.map(([key, value]) => [key, withoutNulls(value, dropNulls, `${path}/${key}`)] as const),
  };
}

const tomlIntegerMax = 2n ** 63n - 1n;

function assertTomlNumbers(value: unknown): void {
  if (typeof value === 'bigint' && (value > tomlIntegerMax || value < -tomlIntegerMax - 1n)) {
    throw invalid(`text has the integer ${value}, which is beyond the 64 bits of TOML.`);
  }
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(assertTomlNumbers);
}

/** A table header repeats the names of all its parents, so the length grows with the depth. */
function tomlCharsAtLeast(tree: JsonTree, pathChars: number): number {
  if (!isContainer(tree)) return tree.kind === 'string' ? tree.value.length + 2 : 1;
  let chars = pathChars;
  if (tree.kind === 'array') for (const item of tree.items) chars += tomlCharsAtLeast(item, 0);
  else
    for (const [key, value] of tree.entries)
      chars += tomlCharsAtLeast(value, value.kind === 'object' ? pathChars + key.length + 1 : 0);
  assertOutputFits(chars);
  return chars;
}

async function treeToToml(tree: JsonTree, dropNulls: boolean): Promise<string> {
  if (tree.kind !== 'object') throw invalid('text must be an object or map: a TOML document is a table.');
  const checked = withoutNulls(tree, dropNulls, '');
  tomlCharsAtLeast(checked, 0);
  const plain = plainOf(checked);
  assertTomlNumbers(plain);
  const { stringify } = await loadLibrary('smol-toml', () => import('smol-toml'));
  const toml = stringify(plain);
  assertOutputFits(toml.length);
  return toml.replace(/\n+$/, '');
}

async function parseToml(text: string, nonFinite: NonFinite): Promise<JsonTree> {
  const { parse } = await loadLibrary('smol-toml', () => import('smol-toml'));
  const source = text.replace(/^\uFEFF/, '');
  let document: unknown;
  try {
    document = parse(source, { integersAsBigInt: 'asNeeded', maxDepth: jsonDepthMax });
  } catch (error) {
    if (error instanceof Error && error.message.includes('nested')) {
      throw overLimit(`text is nested deeper than ${jsonDepthMax} levels.`);
    }
    throw placedRefusal(error, 'TOML');
  }
  assertTomlDates(source);
  return treeOf(document, nonFinite);
}

const indentParam = integerParam('Blanks per level.', 0, 8, 2);

export const tools: readonly Tool[] = [
  defineTool({
    id: 'json-to-toml',
    title: 'JSON to TOML',
    summary: 'Writes a JSON object as TOML.',
    params: z.object({
      text: textParam('A JSON object.'),
      dropNulls: flagParam('Leave out members that are null.'),
    }),
    example: {
      params: { text: '{"title":"Demo","owner":{"name":"Ada"}}' },
      result: 'title = "Demo"\n\n[owner]\nname = "Ada"',
    },
    run: ({ text, dropNulls }) => treeToToml(parseJson(text), dropNulls),
  }),
  defineTool({
    id: 'toml-to-yaml',
    title: 'TOML to YAML',
    summary: 'Writes TOML as YAML.',
    params: z.object({ text: textParam('TOML 1.0.'), indent: integerParam('Blanks per level.', 1, 8, 2) }),
    example: {
      params: { text: 'title = "Demo"\n[owner]\nage = 36' },
      result: 'title: Demo\nowner:\n  age: 36',
    },
    isHeavy: true,
    run: async ({ text, indent }) => printYaml(await parseToml(text, 'yaml'), indent),
  }),
  defineTool({
    id: 'yaml-to-toml',
    title: 'YAML to TOML',
    summary: 'Writes a YAML map as TOML.',
    params: z.object({
      text: textParam('A YAML map.'),
      dropNulls: flagParam('Leave out members that are null.'),
    }),
    example: {
      params: { text: 'title: Demo\nowner:\n  age: 36' },
      result: 'title = "Demo"\n\n[owner]\nage = 36',
    },
    isHeavy: true,
    run: async ({ text, dropNulls }) => {
      const [tree = nullTree, ...more] = await parseYaml(text, 'refuse');
      if (more.length > 0) throw invalid('text has several documents; TOML has one.');
      return treeToToml(tree, dropNulls);
    },
  }),
  defineTool({
    id: 'toml-to-json',
    title: 'TOML to JSON',
    summary: 'Reads TOML as JSON; dates become strings.',
    params: z.object({ text: textParam('TOML 1.0.'), indent: indentParam, nonFinite: nonFiniteParam }),
    example: {
      params: { text: 'title = "Demo"\n[owner]\nage = 36' },
      result: '{\n  "title": "Demo",\n  "owner": {\n    "age": 36\n  }\n}',
    },
    run: async ({ text, indent, nonFinite }) => printJson(await parseToml(text, nonFinite), indent),
  }),
];
