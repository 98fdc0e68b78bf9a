import { outputCharsMax } from '../../output.ts';
import { overLimit } from '../../refuse.ts';
import type { XmlDocument, XmlElement, XmlNode } from './xml-tree.ts';

type Attributes = readonly (readonly [string, string])[];

function attributeText(attributes: Attributes): string {
  return attributes
    .map(([name, value]) => (value.includes('"') ? ` ${name}='${value}'` : ` ${name}="${value}"`))
    .join('');
}

function isBlank(node: XmlNode): boolean {
  return node.kind === 'text' && node.text.trim() === '';
}

const keepsSpace = ({ attributes }: XmlElement): boolean =>
  attributes.some(([name, value]) => name === 'xml:space' && value === 'preserve');

/** Collects the output in parts and refuses before they grow too long. */
function createWriter() {
  const parts: string[] = [];
  let chars = 0;
  return {
    write: (part: string): void => {
      chars += part.length;
      if (chars > outputCharsMax)
        throw overLimit(`The result would have more than ${outputCharsMax} characters.`);
      parts.push(part);
    },
    result: () => parts.join(''),
  };
}

type Write = (part: string) => void;

/** On one line, with white space unchanged. */
function writeInline(node: XmlNode, write: Write): void {
  if (node.kind === 'text') write(node.text);
  else if (node.kind === 'comment') write(`<!--${node.text}-->`);
  else if (node.kind === 'cdata') write(`<![CDATA[${node.text}]]>`);
  else if (node.kind === 'instruction') write(`<?${node.text}?>`);
  else if (node.children.length === 0) write(`<${node.name}${attributeText(node.attributes)}/>`);
  else {
    write(`<${node.name}${attributeText(node.attributes)}>`);
    for (const child of node.children) writeInline(child, write);
    write(`</${node.name}>`);
  }
}

/** Elements with text keep their white space, which may be significant; so does xml:space="preserve". */
function writeIndented(node: XmlNode, step: string, depth: number, write: Write): void {
  write(step.repeat(depth));
  const isMixed =
    node.kind !== 'element' ||
    node.children.every(isBlank) ||
    node.children.some((child) => child.kind === 'cdata' || (child.kind === 'text' && !isBlank(child))) ||
    keepsSpace(node);
  if (isMixed)
    writeInline(
      node.kind === 'element' && node.children.every(isBlank) && !hasText(node)
        ? { ...node, children: [] }
        : node,
      write,
    );
  else {
    write(`<${node.name}${attributeText(node.attributes)}>\n`);
    for (const child of node.children) {
      if (isBlank(child)) continue;
      writeIndented(child, step, depth + 1, write);
      write('\n');
    }
    write(`${step.repeat(depth)}</${node.name}>`);
  }
}

/** An element that only contains spaces is data (`<sep> </sep>`); line breaks are layout. */
function hasText(node: XmlElement): boolean {
  return node.children.some(
    (child) => child.kind === 'text' && child.text !== '' && !/[\r\n]/.test(child.text),
  );
}

export function formatXml({ doctype, nodes }: XmlDocument, step: string): string {
  const { write, result } = createWriter();
  const rows: (XmlNode | string)[] = [...nodes];
  if (doctype !== undefined) rows.splice(nodes[0]?.kind === 'instruction' ? 1 : 0, 0, doctype);
  for (const [at, row] of rows.entries()) {
    if (at > 0) write('\n');
    if (typeof row === 'string') write(row);
    else writeIndented(row, step, 0, write);
  }
  return result();
}

/** Removes comments and layout; keeps white space in elements with text. */
export function minifyXml({ doctype, nodes }: XmlDocument, keepComments: boolean): string {
  const { write, result } = createWriter();

  function squeeze(node: XmlNode, isKept: boolean): XmlNode {
    if (node.kind !== 'element') return node;
    const keeps = isKept || keepsSpace(node);
    const children = node.children.filter((child) => keepComments || child.kind !== 'comment');
    const isLayout =
      !keeps &&
      children.some((child) => child.kind === 'element') &&
      children.every((child) => child.kind !== 'text' || isBlank(child));
    return {
      ...node,
      children: (isLayout ? children.filter((child) => !isBlank(child)) : children).map((child) =>
        squeeze(child, keeps),
      ),
    };
  }

  const [first] = nodes;
  if (first?.kind === 'instruction') writeInline(first, write);
  if (doctype !== undefined) write(doctype);
  for (const node of first?.kind === 'instruction' ? nodes.slice(1) : nodes) {
    if (keepComments || node.kind !== 'comment') writeInline(squeeze(node, false), write);
  }
  return result();
}
