import { z } from 'zod';
import { integerParam, textParam } from '../params.ts';
import { jsonText } from '../output.ts';
import { ToolError } from '../tool-error.ts';
import { defineTool, type Tool } from '../tool.ts';
import { type JsonTree, nullTree, printJson } from './json/json-tree.ts';
import { nonFiniteParam } from './json/non-finite-param.ts';
import { parseJson } from './json/parse-json.ts';
import { parseYaml, readYaml } from './formats/yaml-bridge.ts';
import { printYaml, printYamlStream } from './formats/yaml-print.ts';

function oneOrMany(documents: readonly JsonTree[]): JsonTree {
  const [first, ...more] = documents;
  return more.length === 0 ? (first ?? nullTree) : { kind: 'array', items: documents };
}

async function validateYaml(text: string): Promise<string> {
  try {
    const documents = await readYaml(text);
    return jsonText({ valid: true, documents: documents.length });
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'INVALID_REQUEST') throw error;
    return jsonText({ valid: false, error: error.message.replace('text is not valid YAML: ', '') });
  }
}

const indentParam = integerParam('Blanks per level.', 1, 8, 2);
const yamlParam = textParam('YAML 1.2; several documents become an array.');

export const tools: readonly Tool[] = [
  defineTool({
    id: 'json-to-yaml',
    title: 'JSON to YAML',
    summary: 'Writes JSON as YAML; numbers keep every digit.',
    params: z.object({ text: textParam('JSON.'), indent: indentParam }),
    example: {
      params: { text: '{"name":"Ada","tags":["x","yes"]}' },
      result: 'name: Ada\ntags:\n  - x\n  - "yes"',
    },
    run: ({ text, indent }) => printYaml(parseJson(text), indent),
  }),
  defineTool({
    id: 'yaml-to-json',
    title: 'YAML to JSON',
    summary: 'Reads YAML as JSON; aliases and merge keys are resolved.',
    params: z.object({
      text: yamlParam,
      indent: integerParam('Blanks per level.', 0, 8, 2),
      nonFinite: nonFiniteParam,
    }),
    example: { params: { text: 'name: Ada\nage: 36\n' }, result: '{\n  "name": "Ada",\n  "age": 36\n}' },
    isHeavy: true,
    run: async ({ text, indent, nonFinite }) =>
      printJson(oneOrMany(await parseYaml(text, nonFinite)), indent),
  }),
  defineTool({
    id: 'yaml-format',
    title: 'Format YAML',
    summary: 'Rewrites YAML in block style; comments are removed and anchors resolved.',
    params: z.object({ text: yamlParam, indent: indentParam }),
    example: { params: { text: '{a: [1, 2],   b: x}' }, result: 'a:\n  - 1\n  - 2\nb: x' },
    isHeavy: true,
    run: async ({ text, indent }) => printYamlStream(await parseYaml(text, 'yaml'), indent),
  }),
  defineTool({
    id: 'yaml-validate',
    title: 'Validate YAML',
    summary: 'Says whether a text is YAML, or where it breaks.',
    params: z.object({ text: yamlParam }),
    example: { params: { text: 'a: 1\nb: 2' }, result: '{\n  "valid": true,\n  "documents": 1\n}' },
    isHeavy: true,
    run: ({ text }) => validateYaml(text),
  }),
];
