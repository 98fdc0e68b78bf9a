import { invalid, overLimit } from '../../refuse.ts';

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
  | {
      readonly kind: 'instruction';
      readonly name: string;
      readonly attributes: readonly (readonly [string, string])[];
    };

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

function nodeOf(raw: RawNode): XmlNode {
  const name = Object.keys(raw).find((key) => key !== ':@') ?? '';
  if (name === '#text') return { kind: 'text', text: String(raw[name]) };
  const children = raw[name] as readonly RawNode[];
  if (name === '#comment' || name === '#cdata')
    return { kind: name === '#comment' ? 'comment' : 'cdata', text: firstText(children) };
  if (name.startsWith('?'))
    return { kind: 'instruction', name: name.slice(1), attributes: attributesOf(raw) };
  return { kind: 'element', name, attributes: attributesOf(raw), children: children.map(nodeOf) };
}

/** A document type may define entities that expand exponentially, so only its plain form is allowed. */
function takeDoctype(text: string): { readonly doctype: string | undefined; readonly rest: string } {
  const start = text.search(/<!DOCTYPE/i);
  if (start === -1) return { doctype: undefined, rest: text };
  const end = text.indexOf('>', start);
  const doctype = text.slice(start, end + 1);
  if (end === -1 || /[[\]]|<!ENTITY/i.test(doctype)) {
    throw invalid(
      'text has a document type with an internal subset (entities of its own), which is not read.',
    );
  }
  return { doctype, rest: text.slice(0, start) + text.slice(end + 1) };
}

/** Parses well-formed XML with one root; resolves neither entities nor external files. */
export async function parseXml(text: string): Promise<XmlDocument> {
  const { XMLParser, XMLValidator } = await import('fast-xml-parser');
  const source = text.replace(/^\uFEFF/, '').trimStart();
  const { doctype, rest } = takeDoctype(source);
  const verdict = XMLValidator.validate(rest);
  if (verdict !== true) {
    const { msg, line, col } = verdict.err;
    throw invalid(`text is not valid XML: ${msg.replace(/\.$/, '')} at line ${line}, column ${col ?? 1}.`);
  }
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
    throw invalid(`text is not valid XML: ${message.replace(/\.$/, '')}.`);
  }
  const nodes = raw.map(nodeOf).filter((node) => node.kind !== 'text');
  const roots = nodes.filter(({ kind }) => kind === 'element').length;
  if (roots !== 1) throw invalid(`text must have one root element, it has ${roots}.`);
  return { doctype, nodes };
}
