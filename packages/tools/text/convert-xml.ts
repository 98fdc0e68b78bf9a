import { z } from 'zod';
import { ToolError } from '../tool-error.ts';
import { jsonText } from '../output.ts';
import { flagParam, integerParam, textParam } from '../params.ts';
import { loadLibrary } from '../load-library.ts';
import { defineTool, type Tool } from '../tool.ts';
import { printJson } from './json/json-tree.ts';
import { parseJson } from './json/parse-json.ts';
import { formatXml, minifyXml } from './formats/xml-print.ts';
import { parseXml } from './formats/xml-tree.ts';

const loadXmlJson = async () => await loadLibrary('xml-json', () => import('./formats/xml-json.ts'));

const subsetNote = 'The document type declares entities or the like; tools that convert XML do not read it.';

async function validateXml(text: string): Promise<string> {
  try {
    const { readWellFormed } = await loadLibrary('saxes', () => import('./formats/xml-well-formed.ts'));
    const { root, doctype } = readWellFormed(text.replace(/^\uFEFF/, ''));
    const declares = doctype?.text.includes('[') === true;
    return jsonText({ valid: true, root, ...(declares && { note: subsetNote }) });
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'INVALID_REQUEST') throw error;
    return jsonText({ valid: false, error: error.message.replace('text is not valid XML: ', '') });
  }
}

const xmlParam = textParam('XML; entities are not resolved, an internal DTD is refused.');
const indentParam = integerParam('Blanks per level.', 0, 8, 2);

export const tools: readonly Tool[] = [
  defineTool({
    id: 'xml-format',
    title: 'Format XML',
    summary: 'Indents XML; elements that hold text keep their white space.',
    params: z.object({ text: xmlParam, indent: indentParam }),
    example: { params: { text: '<a><b x="1">t</b><c/></a>' }, result: '<a>\n  <b x="1">t</b>\n  <c/>\n</a>' },
    run: async ({ text, indent }) => formatXml(await parseXml(text), ' '.repeat(indent)),
  }),
  defineTool({
    id: 'xml-minify',
    title: 'Minify XML',
    summary: 'Takes layout and comments out of XML.',
    params: z.object({ text: xmlParam, keepComments: flagParam('Keep comments.') }),
    example: { params: { text: '<a>\n  <!-- c -->\n  <b>t</b>\n</a>' }, result: '<a><b>t</b></a>' },
    run: async ({ text, keepComments }) => minifyXml(await parseXml(text), keepComments),
  }),
  defineTool({
    id: 'xml-validate',
    title: 'Validate XML',
    summary: 'Says whether a text is well-formed XML, or where it breaks.',
    params: z.object({ text: xmlParam }),
    example: { params: { text: '<a><b/></a>' }, result: '{\n  "valid": true,\n  "root": "a"\n}' },
    run: ({ text }) => validateXml(text),
  }),
  defineTool({
    id: 'xml-to-json',
    title: 'XML to JSON',
    summary: 'Reads XML as JSON: attributes are @name, text beside them #text, repeated elements an array.',
    params: z.object({ text: xmlParam, indent: indentParam }),
    example: {
      params: { text: '<a x="1"><b>t</b><b>u</b></a>', indent: 0 },
      result: '{"a":{"@x":"1","b":["t","u"]}}',
    },
    run: async ({ text, indent }) => {
      const { xmlToTree } = await loadXmlJson();
      return printJson(xmlToTree(await parseXml(text)), indent);
    },
  }),
  defineTool({
    id: 'json-to-xml',
    title: 'JSON to XML',
    summary: 'Writes JSON as XML: @name becomes an attribute, #text the text, an array repeats its element.',
    params: z.object({
      text: textParam('JSON.'),
      root: z
        .string()
        .regex(/^[A-Za-z_][\w.-]*$/, 'must be the name of an element')
        .max(100)
        .default('root')
        .describe('Used where JSON has more than one root.'),
      indent: indentParam,
      declaration: flagParam('Begin with <?xml version="1.0" encoding="UTF-8"?>.', true),
    }),
    example: {
      params: { text: '{"a":{"@x":1,"b":["t","u"]}}', declaration: false },
      result: '<a x="1">\n  <b>t</b>\n  <b>u</b>\n</a>',
    },
    run: async ({ text, root, indent, declaration }) => {
      const { treeToXml } = await loadXmlJson();
      const xml = treeToXml(parseJson(text), root, ' '.repeat(indent));
      return declaration ? `<?xml version="1.0" encoding="UTF-8"?>\n${xml}` : xml;
    },
  }),
];
