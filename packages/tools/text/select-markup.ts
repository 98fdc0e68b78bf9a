import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { joinWithinLimit } from '../output.ts';
import { choiceParam, integerParam, textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { assertHtmlDepth } from './markup/html-safety.ts';
import { readWellFormed } from './formats/xml-well-formed.ts';

const maxParam = integerParam('How many at most.', 1, 10_000, 1_000);
const giveParam = choiceParam(
  'The part of each element to give: its text, its source, or (with attribute) the value of an attribute.',
  ['text', 'source', 'attribute'],
  'text',
);
const attributeParam = z
  .string()
  .max(100)
  .default('href')
  .describe('The attribute, where give is attribute.');

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

interface Selection {
  readonly selector: string;
  readonly give: 'text' | 'source' | 'attribute';
  readonly attribute: string;
  readonly max: number;
}

async function selectCss(text: string, { selector, give, attribute, max }: Selection): Promise<string> {
  await assertHtmlDepth(text);
  const [{ parseDocument, DomUtils }, { selectAll }] = await loadLibrary('css-select', () =>
    Promise.all([import('htmlparser2'), import('css-select')]),
  );
  const document = parseDocument(text);
  let found: ReturnType<typeof selectAll>;
  try {
    found = selectAll(selector, document as never);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw invalid(`selector is no CSS selector: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const lines = found.slice(0, max).flatMap((element) => {
    if (give === 'source') return [oneLine(DomUtils.getOuterHTML(element as never))];
    if (give === 'text') return [oneLine(DomUtils.textContent(element as never))];
    const value = DomUtils.getAttributeValue(element as never, attribute);
    return value === undefined ? [] : [value];
  });
  return joinWithinLimit(lines, '\n');
}

async function selectXpath(text: string, expression: string, max: number): Promise<string> {
  const source = text.replace(/^\uFEFF/, '');
  const { doctype } = readWellFormed(source);
  if (doctype?.text.includes('[') === true)
    throw invalid('text has a document type with an internal subset, which is not read.');
  const [{ DOMParser }, { select }] = await loadLibrary('xpath', () =>
    Promise.all([import('@xmldom/xmldom'), import('xpath')]),
  );
  const document = new DOMParser().parseFromString(source, 'text/xml');
  let found: unknown;
  try {
    found = select(expression, document as never);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw invalid(
      `expression is no XPath: ${(error instanceof Error ? error.message : String(error)).slice(0, 200)}.`,
    );
  }
  if (!Array.isArray(found)) return String(found);
  const nodes = found as readonly {
    readonly nodeValue?: string | null;
    readonly textContent?: string | null;
  }[];
  const lines = nodes.slice(0, max).map((node) => oneLine(node.textContent ?? node.nodeValue ?? ''));
  return joinWithinLimit(lines, '\n');
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'css-select',
    title: 'Select from HTML',
    summary: 'Lists what a CSS selector finds in HTML, a line each.',
    params: z.object({
      text: textParam('HTML.'),
      selector: z.string().min(1).max(500).describe('Such as article > h2.title'),
      give: giveParam,
      attribute: attributeParam,
      max: maxParam,
    }),
    example: {
      params: { text: '<ul><li class="x">One <b>1</b></li><li>Two</li></ul>', selector: 'li.x' },
      result: 'One 1',
    },
    isHeavy: true,
    run: ({ text, ...selection }) => selectCss(text, selection),
  }),
  defineTool({
    id: 'xpath-query',
    title: 'XPath',
    summary: 'Lists what an XPath 1.0 expression finds in XML, a line each, or gives its number or text.',
    params: z.object({
      text: textParam('XML; entities are not resolved, an internal DTD is refused.'),
      expression: z.string().min(1).max(500).describe('Such as //item[@id="1"]/name'),
      max: maxParam,
    }),
    example: {
      params: { text: '<a><b id="1">x</b><b id="2">y</b></a>', expression: '//b[@id="2"]' },
      result: 'y',
    },
    isHeavy: true,
    run: ({ text, expression, max }) => selectXpath(text, expression, max),
  }),
];
