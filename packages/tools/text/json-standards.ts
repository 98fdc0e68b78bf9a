import type { Operation } from 'rfc6902';
import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { jsonText } from '../output.ts';
import { integerParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { plainOf, printJson, treeOf } from './json/json-tree.ts';
import { parseJson } from './json/parse-json.ts';
import { validateBySchema } from './json/json-schema.ts';

const indentParam = integerParam('Blanks per level.', 0, 8, 2);
const jsonParam = textParam('JSON.');

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '').slice(0, 300);
}

/** As libraries that know doubles only read it; parsing by ourselves places mistakes. */
function doublesOf(text: string, field = 'text'): unknown {
  return JSON.parse(printJson(parseJson(text, { field }), 0));
}

async function selectByPath(text: string, path: string, indent: number): Promise<string> {
  const { jsonpath } = await loadLibrary('json-p3', () => import('json-p3'));
  const data = doublesOf(text);
  try {
    const values = jsonpath.query(path, data as never).values();
    return printJson(treeOf(values), indent);
  } catch (error) {
    if (error instanceof jsonpath.JSONPathError)
      throw invalid(`path is no JSONPath (RFC 9535): ${messageOf(error)}.`);
    throw error;
  }
}

async function queryByJmespath(text: string, expression: string, indent: number): Promise<string> {
  const { default: jmespath } = await loadLibrary('jmespath', () => import('jmespath'));
  const data = doublesOf(text);
  let found: unknown;
  try {
    found = jmespath.search(data, expression);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw invalid(`expression is no JMESPath, or does not fit text: ${messageOf(error)}.`);
  }
  return printJson(treeOf(found), indent);
}

const patchSchema = z.array(
  z.looseObject({ op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']), path: z.string() }),
);

async function applyJsonPatch(text: string, patch: string, indent: number): Promise<string> {
  const { applyPatch } = await loadLibrary('rfc6902', () => import('rfc6902'));
  const parsed = patchSchema.safeParse(plainOf(parseJson(patch, { field: 'patch' })));
  if (!parsed.success)
    throw invalid('patch is no JSON Patch (RFC 6902): an array of operations with op and path.');
  const root = { document: plainOf(parseJson(text)) };
  const operations = parsed.data.map((operation) => ({
    ...operation,
    path: `/document${operation.path}`,
    ...(typeof operation['from'] === 'string' && { from: `/document${operation['from']}` }),
  }));
  for (const [index, operation] of operations.entries()) {
    const [problem] = applyPatch(root, [operation as unknown as Operation]);
    if (problem !== null && problem !== undefined)
      throw invalid(`Operation ${index + 1} of patch cannot be applied: ${problem.name}.`);
  }
  return printJson(treeOf(root.document), indent);
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'json-path',
    title: 'JSONPath',
    summary: 'Selects values of JSON by a JSONPath (RFC 9535); gives a JSON array.',
    params: z.object({
      text: jsonParam,
      path: z.string().min(1).max(1000).describe('Such as $.items[?@.price < 10].name'),
      indent: indentParam,
    }),
    example: {
      params: {
        text: '{"items":[{"n":"a","p":5},{"n":"b","p":15}]}',
        path: '$.items[?@.p < 10].n',
        indent: 0,
      },
      result: '["a"]',
    },
    isHeavy: true,
    run: ({ text, path, indent }) => selectByPath(text, path, indent),
  }),
  defineTool({
    id: 'jmespath-query',
    title: 'JMESPath',
    summary: 'Selects and reshapes JSON by a JMESPath expression, as command lines of cloud services do.',
    params: z.object({
      text: jsonParam,
      expression: z.string().min(1).max(1000).describe('Such as items[?price < `10`].name | sort(@)'),
      indent: indentParam,
    }),
    example: {
      params: {
        text: '{"people":[{"n":"Bob","a":40},{"n":"Ada","a":36}]}',
        expression: 'sort_by(people, &a)[].n',
        indent: 0,
      },
      result: '["Ada","Bob"]',
    },
    isHeavy: true,
    run: ({ text, expression, indent }) => queryByJmespath(text, expression, indent),
  }),
  defineTool({
    id: 'json-schema-validate',
    title: 'Validate by JSON Schema',
    summary: 'Checks JSON against a JSON Schema (2020-12 or draft 7) and lists every mistake with its place.',
    params: z.object({ text: jsonParam, schema: textParam('The schema, as JSON.', 50_000) }),
    example: {
      params: {
        text: '{"name":"Ada","age":"x"}',
        schema: '{"type":"object","properties":{"age":{"type":"integer"}},"required":["name","email"]}',
      },
      result:
        '{\n  "valid": false,\n  "errors": [\n    {\n      "at": "",\n      "message": "must have required property \'email\'"\n    },\n    {\n      "at": "/age",\n      "message": "must be integer"\n    }\n  ]\n}',
    },
    isHeavy: true,
    run: async ({ text, schema }) =>
      jsonText(await validateBySchema(doublesOf(text), doublesOf(schema, 'schema'))),
  }),
  defineTool({
    id: 'json-patch-apply',
    title: 'Apply JSON Patch',
    summary: 'Changes JSON by a JSON Patch (RFC 6902), such as diff-json gives.',
    params: z.object({
      text: jsonParam,
      patch: textParam('The operations, as a JSON array.'),
      indent: indentParam,
    }),
    example: {
      params: {
        text: '{"a":1,"b":2}',
        patch: '[{"op":"replace","path":"/a","value":3},{"op":"remove","path":"/b"}]',
        indent: 0,
      },
      result: '{"a":3}',
    },
    isHeavy: true,
    run: ({ text, patch, indent }) => applyJsonPatch(text, patch, indent),
  }),
];
