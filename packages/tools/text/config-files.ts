import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { integerParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { plainOf, printJson, treeOf, type JsonTree } from './json/json-tree.ts';
import { parseJson } from './json/parse-json.ts';

const indentParam = integerParam('Blanks per level.', 0, 8, 2);
const line = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/;

/** The value of a line of a .env file: quotes are taken off, a comment after blanks ends it. */
function envValue(written: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(written)?.[1];
  if (double !== undefined)
    return double.replaceAll(/\\(.)/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t' })[sign] ?? sign);
  const single = /^'([^']*)'/.exec(written)?.[1];
  return single ?? written.replace(/\s+#.*$|^#.*$/, '').trim();
}

function readEnv(text: string): JsonTree {
  const values = new Map<string, string>();
  for (const [index, row] of text.split(/\r\n|[\r\n]/).entries()) {
    if (/^\s*(?:#|$)/.test(row)) continue;
    const [, name, value = ''] = line.exec(row) ?? [];
    if (name === undefined) throw invalid(`text is no .env file: line ${index + 1} is no NAME=value.`);
    values.set(name, envValue(value));
  }
  return treeOf(values);
}

/** A text as it is, null as nothing, all else as JSON. */
function valueText(value: JsonTree): string {
  const isPlain = value.kind === 'string' || (value.kind === 'literal' && value.value === null);
  return isPlain ? String(value.value ?? '') : printJson(value, 0);
}

function envLine(name: string, value: JsonTree): string {
  if (!/^[\w.-]+$/.test(name))
    throw invalid(`text has the key ${JSON.stringify(name.slice(0, 100))}, which cannot be a name.`);
  const written = valueText(value);
  return /^[\w./:@%+,-]*$/.test(written)
    ? `${name}=${written}`
    : `${name}="${written.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`;
}

function writeEnv(text: string): string {
  const tree = parseJson(text);
  if (tree.kind !== 'object') throw invalid('text must be a JSON object.');
  return tree.entries.map(([name, value]) => envLine(name, value)).join('\n');
}

/** A record without a prototype, as the library makes, becomes a plain tree. */
async function readIni(text: string): Promise<JsonTree> {
  const ini = await loadLibrary('ini', () => import('ini'));
  return treeOf(JSON.parse(JSON.stringify(ini.parse(text))));
}

async function writeIni(text: string): Promise<string> {
  const plain = plainOf(parseJson(text));
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain))
    throw invalid('text must be a JSON object.');
  const ini = await loadLibrary('ini', () => import('ini'));
  return ini.stringify(plain, { whitespace: true }).trimEnd();
}

async function readProperties(text: string): Promise<JsonTree> {
  const { getProperties } = await loadLibrary('properties-file', () => import('properties-file'));
  try {
    return treeOf(new Map(Object.entries(getProperties(text))));
  } catch (error) {
    throw invalid(`text is no .properties file: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function writeProperties(text: string): Promise<string> {
  const tree = parseJson(text);
  if (tree.kind !== 'object') throw invalid('text must be a JSON object.');
  const { escapeKey, escapeValue } = await loadLibrary(
    'properties-file/escape',
    () => import('properties-file/escape'),
  );
  return tree.entries
    .map(([name, value]) => `${escapeKey(name)}=${escapeValue(valueText(value))}`)
    .join('\n');
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'env-to-json',
    title: '.env to JSON',
    summary: 'Reads a .env file as a JSON object of texts.',
    params: z.object({ text: textParam('The .env file.'), indent: indentParam }),
    example: {
      params: { text: '# db\nexport HOST=localhost\nNAME="a \\"b\\""', indent: 0 },
      result: '{"HOST":"localhost","NAME":"a \\"b\\""}',
    },
    isHeavy: true,
    run: ({ text, indent }) => printJson(readEnv(text), indent),
  }),
  defineTool({
    id: 'json-to-env',
    title: 'JSON to .env',
    summary: 'Writes a JSON object as a .env file, a line each.',
    params: z.object({ text: textParam('A JSON object.') }),
    example: { params: { text: '{"HOST":"localhost","NOTE":"a b"}' }, result: 'HOST=localhost\nNOTE="a b"' },
    isHeavy: true,
    run: ({ text }) => writeEnv(text),
  }),
  defineTool({
    id: 'ini-to-json',
    title: 'INI to JSON',
    summary: 'Reads an INI file as JSON: sections are objects, true, false and null are values.',
    params: z.object({ text: textParam('INI.'), indent: indentParam }),
    example: {
      params: { text: 'name = Ada\n[db]\nport = 5432\nssl = true', indent: 0 },
      result: '{"name":"Ada","db":{"port":"5432","ssl":true}}',
    },
    isHeavy: true,
    run: async ({ text, indent }) => printJson(await readIni(text), indent),
  }),
  defineTool({
    id: 'json-to-ini',
    title: 'JSON to INI',
    summary: 'Writes a JSON object as an INI file: objects become sections.',
    params: z.object({ text: textParam('A JSON object.') }),
    example: {
      params: { text: '{"name":"Ada","db":{"port":5432}}' },
      result: 'name = Ada\n\n[db]\nport = 5432',
    },
    isHeavy: true,
    run: ({ text }) => writeIni(text),
  }),
  defineTool({
    id: 'properties-to-json',
    title: '.properties to JSON',
    summary: 'Reads a .properties file of Java as a JSON object of texts.',
    params: z.object({ text: textParam('The .properties file.'), indent: indentParam }),
    example: {
      params: { text: '# db\ndb.host = localhost\ngreeting: Hall\\u00e5', indent: 0 },
      result: '{"db.host":"localhost","greeting":"Hallå"}',
    },
    isHeavy: true,
    run: async ({ text, indent }) => printJson(await readProperties(text), indent),
  }),
  defineTool({
    id: 'json-to-properties',
    title: 'JSON to .properties',
    summary: 'Writes a JSON object as a .properties file of Java, a line each.',
    params: z.object({ text: textParam('A JSON object.') }),
    example: {
      params: { text: '{"db.host":"localhost","a b":"c=d"}' },
      result: 'db.host=localhost\na\\ b=c\\=d',
    },
    isHeavy: true,
    run: ({ text }) => writeProperties(text),
  }),
];
