import { invalid, overLimit } from '../../refuse.ts';
import { loadLibrary } from '../../load-library.ts';

/** XML as written: text keeps its entities, order and white space. */
export type XmlNode =
  | {
      readonly kind: 'element';
      readonly name: string;
      readonly attributes: readonly (readonly [string, string])[];
      readonly children: readonly XmlNode[];
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'cdata'; readonly text: string }
  | { readonly kind: 'instruction'; readonly text: string };

export type XmlElement = Extract<XmlNode, { kind: 'element' }>;

export interface XmlDocument {
  /** As written, without an internal subset; undefined if there is none. */
  readonly doctype: string | undefined;
  readonly nodes: readonly XmlNode[];
}

const depthMax = 200;

type RawNode = Readonly<Record<string, unknown>>;

function attributesOf(raw: RawNode): readonly (readonly [string, string])[] {
  return Object.entries((raw[':@'] ?? {}) as Record<string, unknown>).map(
    ([name, value]) => [name, String(value)] as const,
  );
}

function firstText(children: readonly RawNode[]): string {
  const text = children[0]?.['#text'];
  return typeof text === 'string' ? text : '';
}

/** `instructions` are those that come next, which the parser takes for attributes. */
function nodeOf(raw: RawNode, instructions: Iterator<string>): XmlNode {
  const name = Object.keys(raw).find((key) => key !== ':@') ?? '';
  if (name === '#text') return { kind: 'text', text: String(raw[name]) };
  const children = raw[name] as readonly RawNode[];
  if (name === '#comment' || name === '#cdata')
    return { kind: name === '#comment' ? 'comment' : 'cdata', text: firstText(children) };
  const attributes = attributesOf(raw);
  if (name === '?xml')
    return {
      kind: 'instruction',
      text: `xml${attributes.map(([key, value]) => ` ${key}="${value}"`).join('')}`,
    };
  if (name.startsWith('?')) return { kind: 'instruction', text: instructions.next().value ?? '' };
  return { kind: 'element', name, attributes, children: children.map((one) => nodeOf(one, instructions)) };
}

/** Parses well-formed XML; resolves neither entities nor external files. */
export async function parseXml(text: string): Promise<XmlDocument> {
  const source = text.replace(/^\uFEFF/, '');
  const { readWellFormed } = await loadLibrary('saxes', () => import('./xml-well-formed.ts'));
  const { doctype, instructions } = readWellFormed(source);
  // A document type may define entities that expand exponentially, so only its plain form is read.
  if (doctype?.text.includes('[') === true)
    throw invalid(
      'text has a document type with an internal subset (entities of its own), which is not read.',
    );
  const rest = doctype === null ? source : source.slice(0, doctype.start) + source.slice(doctype.end);
  const { XMLParser } = await loadLibrary('fast-xml-parser', () => import('fast-xml-parser'));
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    trimValues: false,
    processEntities: false,
    parseTagValue: false,
    parseAttributeValue: false,
    commentPropName: '#comment',
    cdataPropName: '#cdata',
    maxNestedTags: depthMax,
  });
  let raw: readonly RawNode[];
  try {
    raw = parser.parse(rest) as readonly RawNode[];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/nested/i.test(message) || error instanceof RangeError)
      throw overLimit(`text is nested deeper than ${depthMax} elements.`);
    throw invalid(`text cannot be read: ${message.replace(/\.$/, '')}.`);
  }
  const next = instructions.values();
  return {
    doctype: doctype?.text,
    nodes: raw.map((node) => nodeOf(node, next)).filter((node) => node.kind !== 'text'),
  };
}
