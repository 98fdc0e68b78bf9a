import { decodeXML, escapeUTF8 } from 'entities';
import { outputCharsMax } from '../../output.ts';
import { invalid, overLimit } from '../../refuse.ts';
import { type JsonEntry, type JsonTree, nullTree, scalarText } from '../json/json-tree.ts';
import type { XmlDocument, XmlElement } from './xml-tree.ts';

function string(value: string): JsonTree {
  return { kind: 'string', value };
}

/** Attributes become `@name`, text beside them `#text`, repeated elements an array, an empty element "". */
function treeOfElement(element: XmlElement): JsonTree {
  const members = new Map<string, JsonTree[]>();
  const add = (name: string, value: JsonTree) => members.set(name, [...(members.get(name) ?? []), value]);
  const texts: string[] = [];
  for (const [name, value] of element.attributes) add(`@${name}`, string(decodeXML(value)));
  const groups = new Map<string, JsonTree[]>();
  for (const child of element.children) {
    if (child.kind === 'text') texts.push(decodeXML(child.text));
    else if (child.kind === 'cdata') texts.push(child.text);
    else if (child.kind === 'element') {
      const group = groups.get(child.name);
      if (group === undefined) groups.set(child.name, [treeOfElement(child)]);
      else group.push(treeOfElement(child));
    }
  }
  const entries: JsonEntry[] = [...members, ...groups].map(([name, [first = nullTree, ...more]]) => [
    name,
    more.length === 0 ? first : { kind: 'array', items: [first, ...more] },
  ]);
  const text = texts.join('').trim();
  if (entries.length === 0) return string(text);
  return { kind: 'object', entries: text === '' ? entries : [...entries, ['#text', string(text)]] };
}

export function xmlToTree({ nodes }: XmlDocument): JsonTree {
  const root = nodes.find((node): node is XmlElement => node.kind === 'element');
  return root === undefined ? nullTree : { kind: 'object', entries: [[root.name, treeOfElement(root)]] };
}

const namePattern = /^[\p{L}_][\p{L}\p{N}\p{M}._-]*(?::[\p{L}_][\p{L}\p{N}\p{M}._-]*)?$/u;

function nameOf(key: string): string {
  if (namePattern.test(key)) return key;
  throw invalid(
    `text has the key ${JSON.stringify(key.slice(0, 100))}, which cannot be the name of an XML element or attribute.`,
  );
}

/** XML cannot hold most control characters, not even escaped. */
function contentOf(tree: JsonTree): string {
  if (tree.kind === 'object' || tree.kind === 'array')
    throw invalid('text has an object or array where XML needs a plain value (an attribute or #text).');
  const value =
    tree.kind === 'string'
      ? tree.value
      : tree.kind === 'literal' && tree.value === null
        ? ''
        : scalarText(tree);
  const control = Array.from(value).find((character) => character < ' ' && !'\t\n\r'.includes(character));
  if (control !== undefined)
    throw invalid(`text has the control character ${JSON.stringify(control)}, which XML cannot hold.`);
  return escapeUTF8(value.toWellFormed()).replaceAll('&apos;', "'");
}

/** The inverse of `xmlToTree`; an array repeats its element. */
export function treeToXml(tree: JsonTree, rootName: string, step: string): string {
  const lines: string[] = [];
  let chars = 0;

  function writeLine(depth: number, line: string): void {
    chars += depth * step.length + line.length + 1;
    if (chars > outputCharsMax)
      throw overLimit(`The result would have more than ${outputCharsMax} characters.`);
    lines.push(step.repeat(depth) + line);
  }

  function writeElement(name: string, value: JsonTree, depth: number): void {
    if (value.kind === 'array') {
      for (const item of value.items)
        writeElement(
          name,
          item.kind === 'array' ? { kind: 'object', entries: [['item', item]] } : item,
          depth,
        );
      return;
    }
    const entries = value.kind === 'object' ? value.entries : [];
    const attributes = entries.filter(([key]) => key.startsWith('@'));
    const opening = `<${nameOf(name)}${attributes.map(([key, content]) => ` ${nameOf(key.slice(1))}="${contentOf(content)}"`).join('')}`;
    const children = entries.filter(([key]) => !key.startsWith('@') && key !== '#text');
    const textNode = value.kind === 'object' ? entries.find(([key]) => key === '#text')?.[1] : value;
    const content = textNode === undefined ? '' : contentOf(textNode);
    if (children.length === 0) {
      writeLine(depth, content === '' ? `${opening}/>` : `${opening}>${content}</${name}>`);
      return;
    }
    writeLine(depth, `${opening}>${content}`);
    for (const [key, child] of children) writeElement(key, child, depth + 1);
    writeLine(depth, `</${name}>`);
  }

  const [only, ...others] =
    tree.kind === 'object' ? tree.entries.filter(([key]) => key !== '#text' && !key.startsWith('@')) : [];
  const isDocument =
    tree.kind === 'object' &&
    tree.entries.length === 1 &&
    only !== undefined &&
    others.length === 0 &&
    only[1].kind !== 'array';
  if (isDocument && only !== undefined) writeElement(only[0], only[1], 0);
  else if (tree.kind === 'array') writeElement(rootName, { kind: 'object', entries: [['item', tree]] }, 0);
  else writeElement(rootName, tree, 0);
  return lines.join('\n');
}
