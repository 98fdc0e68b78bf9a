import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { assertOutputFits, joinWithinLimit } from '../output.ts';
import { choiceParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { type Shape, shapeOf } from './json/json-shape.ts';
import { printJson, treeOf } from './json/json-tree.ts';
import { parseJson } from './json/parse-json.ts';

function schemaOf(shape: Shape): object {
  const types = [...shape.scalars].toSorted();
  const variants: object[] = types.length === 0 ? [] : [{ type: types.length === 1 ? types[0] : types }];
  if (shape.items !== undefined) variants.push({ type: 'array', items: schemaOf(shape.items) });
  if (shape.members !== undefined) {
    const { members, count } = shape;
    const required = [...members].filter(([, member]) => member.seen === count).map(([name]) => name);
    const properties = new Map([...members].map(([name, member]) => [name, schemaOf(member.shape)]));
    variants.push({ type: 'object', properties, ...(required.length > 0 && { required }) });
  }
  const [only = {}, ...more] = variants;
  return more.length === 0 ? only : { anyOf: variants };
}

const scalarTypes: Readonly<Record<string, string>> = { integer: 'number' };
const identifier = /^[A-Za-z_$][\w$]*$/;

function typeOf(shape: Shape, depth: number): string {
  const names = [...new Set([...shape.scalars].map((name) => scalarTypes[name] ?? name))].toSorted();
  if (shape.items !== undefined) {
    const items = typeOf(shape.items, depth);
    names.push(/[|]/.test(items) && !items.startsWith('{') ? `(${items})[]` : `${items}[]`);
  }
  if (shape.members !== undefined) {
    const step = '  '.repeat(depth + 1);
    const lines = [...shape.members].map(([name, { shape: member, seen }]) => {
      const key = identifier.test(name) ? name : JSON.stringify(name);
      return `${step}${key}${seen < shape.count ? '?' : ''}: ${typeOf(member, depth + 1)};\n`;
    });
    names.push(
      lines.length === 0 ? 'Record<string, never>' : `{\n${joinWithinLimit(lines, '')}${'  '.repeat(depth)}}`,
    );
  }
  return names.length === 0 ? 'unknown' : names.join(' | ');
}

const languages = ['csharp', 'go', 'kotlin', 'python', 'rust', 'swift'] as const;
type Language = (typeof languages)[number];

/** Types only, without code that reads and writes them. */
const rendererOptions = { 'just-types': 'true', 'leading-comments': 'false' } as const;
/** Texts stay texts, whatever they look like: one example proves little. */
const noGuesses = {
  inferBooleanStrings: false,
  inferDateTimes: false,
  inferEnums: false,
  inferIntegerStrings: false,
  inferMaps: false,
  inferUuids: false,
};

async function typesOf(text: string, lang: Language, name: string): Promise<string> {
  parseJson(text);
  const { InputData, jsonInputForTargetLanguage, quicktype } = await loadLibrary(
    'quicktype-core',
    () => import('quicktype-core'),
  );
  const json = jsonInputForTargetLanguage(lang);
  const inputData = new InputData();
  try {
    await json.addSource({ name, samples: [text] });
    inputData.addInput(json);
    const { lines } = await quicktype({ inputData, lang, rendererOptions, ...noGuesses });
    const written = lines.join('\n').trim();
    assertOutputFits(written.length);
    return written;
  } catch {
    throw invalid('text holds nothing that a type can be made of.');
  }
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'json-to-schema',
    title: 'JSON to JSON Schema',
    summary:
      'Derives a JSON Schema from an example; members that not all objects of a list have are optional.',
    params: z.object({ text: textParam('JSON.') }),
    example: {
      params: { text: '[{"id":1,"name":"Ada"},{"id":2}]' },
      result:
        '{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "type": "array",\n  "items": {\n    "type": "object",\n    "properties": {\n      "id": {\n        "type": "integer"\n      },\n      "name": {\n        "type": "string"\n      }\n    },\n    "required": [\n      "id"\n    ]\n  }\n}',
    },
    isHeavy: true,
    run: ({ text }) =>
      printJson(
        treeOf({
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          ...schemaOf(shapeOf(parseJson(text))),
        }),
      ),
  }),
  defineTool({
    id: 'json-to-typescript',
    title: 'JSON to TypeScript',
    summary: 'Derives a TypeScript type from an example of JSON.',
    params: z.object({
      text: textParam('JSON.'),
      name: z
        .string()
        .regex(/^[A-Za-z_$][\w$]{0,99}$/, 'must be a name of TypeScript')
        .default('Root')
        .describe('Name of the type.'),
    }),
    example: {
      params: { text: '{"id":1,"tags":["a"],"owner":{"name":null}}', name: 'Item' },
      result: 'type Item = {\n  id: number;\n  tags: string[];\n  owner: {\n    name: null;\n  };\n};',
    },
    isHeavy: true,
    run: ({ text, name }) => `type ${name} = ${typeOf(shapeOf(parseJson(text)), 0)};`,
  }),
  defineTool({
    id: 'json-to-types',
    title: 'JSON to types of a language',
    summary: 'Derives types of Go, Rust, Python and other languages from an example of JSON.',
    params: z.object({
      text: textParam('JSON.'),
      language: choiceParam('The programming language.', languages, 'go'),
      name: z
        .string()
        .regex(/^[A-Za-z_]\w{0,99}$/, 'must be a name of letters, digits and underscores')
        .default('Root')
        .describe('Name of the outermost type.'),
    }),
    example: {
      params: { text: '{"id":1,"tags":["a"]}', name: 'Item' },
      result: 'type Item struct {\n\tID   int64    `json:"id"`\n\tTags []string `json:"tags"`\n}',
    },
    isHeavy: true,
    run: ({ text, language, name }) => typesOf(text, language, name),
  }),
];
