import { SaxesParser } from 'saxes';
import { invalid } from '../../refuse.ts';
import { positionOf } from '../lines/position.ts';

/** An entity that the document type declares; its value is never expanded. */
const entityDeclaration = /<!ENTITY\s+([\p{L}_:][\p{L}\p{N}\p{M}.:_-]*)\s/gu;
/** With these, a parser that reads no external files cannot know every entity. */
const externalParts = /^\s*[^\s[]+\s+(?:SYSTEM|PUBLIC)\b|%[\p{L}_:][^;\s]*;/u;
const undefinedEntity = /undefined entity/;
/** Version numbers as the first editions of XML 1.0 allow them; parsers read such a document as 1.0. */
const oldVersion = /^<\?xml\s+version\s*=\s*(?:"[\w.:-]+"|'[\w.:-]+')/;
/** Mistakes that are found where they are, and not at the end of their tag, reference or comment. */
const foundAtOnce = /disallowed character|char data|unclosed tag|text data/;

function sentenceOf(error: Error): string {
  const sentence = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The beginning of the tag, reference or comment that the parser has just read. */
function placeOf(source: string, end: number, message: string): string {
  if (foundAtOnce.test(message)) return positionOf(source, Math.max(0, end - 1));
  const start = Math.max(source.lastIndexOf('<', end - 1), source.lastIndexOf('&', end - 1), 0);
  return positionOf(source, start);
}

export interface WellFormed {
  readonly root: string;
  /** The document type as written; null if there is none. */
  readonly doctype: { readonly text: string; readonly start: number; readonly end: number } | null;
  /** The texts between `<?` and `?>`, in order, without the XML declaration. */
  readonly instructions: readonly string[];
}

/** Throws INVALID_REQUEST with the position of the first mistake (XML 1.0, without namespaces). */
export function readWellFormed(source: string): WellFormed {
  const parser = new SaxesParser({ position: true, xmlns: false });
  let root = '';
  let doctype: WellFormed['doctype'] = null;
  const instructions: string[] = [];
  let mayHaveMoreEntities = false;
  parser.on('error', (error) => {
    if (mayHaveMoreEntities && undefinedEntity.test(error.message)) return;
    if (/version number/i.test(error.message) && oldVersion.test(source)) return;
    throw invalid(
      `text is not valid XML: ${sentenceOf(error)} at ${placeOf(source, parser.position, error.message)}.`,
    );
  });
  parser.on('doctype', (content) => {
    const end = parser.position;
    const start = source.lastIndexOf('<!DOCTYPE', end);
    doctype = { text: source.slice(start, end), start, end };
    mayHaveMoreEntities = externalParts.test(content);
    for (const [, name = ''] of content.matchAll(entityDeclaration)) parser.ENTITIES[name] = '';
  });
  parser.on('opentagstart', ({ name }) => {
    if (root === '') root = name;
  });
  parser.on('processinginstruction', ({ target, body }) => {
    instructions.push(body === '' ? target : `${target} ${body}`);
  });
  parser.write(source).close();
  return { root, doctype, instructions };
}
