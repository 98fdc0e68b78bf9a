import type { JsonRecord, JsonValue } from '../../domain/json-value.ts';

interface Element {
  readonly name: string;
  readonly children: Map<string, JsonValue[]>;
  text: string;
}

const depthMax = 60;
const piece =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<\/\s*([^\s>]+)\s*>|<([^\s/>!?]+)((?:\s+[^\s=>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/gy;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * The elements of an XML text as an object: repeated elements become lists, attributes are members like children, an
 * element without either is its text. Null when tags do not match. Only the five entities of XML and numeric ones are
 * decoded, so that no entity can multiply.
 */
export function xmlFields(source: string): JsonRecord | null {
  const root: Element = { name: '', children: new Map(), text: '' };
  const open = [root];
  let at = 0;
  while (at < source.length) {
    piece.lastIndex = at;
    const match = piece.exec(source);
    const current = open.at(-1);
    if (match === null || current === undefined || open.length > depthMax) return null;
    at = piece.lastIndex;
    const [, cdata, closing, opening, attributes, selfClosing, text] = match;
    if (cdata !== undefined) current.text += cdata;
    else if (text !== undefined) current.text += decode(text);
    else if (opening !== undefined) {
      const element = startElement(opening, attributes ?? '');
      if (selfClosing === '/') endElement(element, current);
      else open.push(element);
    } else if (closing !== undefined) {
      if (open.length < 2 || current.name !== closing) return null;
      open.pop();
      endElement(current, open.at(-1) ?? root);
    }
  }
  return open.length === 1 && root.children.size > 0 && root.text.trim() === '' ? toRecord(root) : null;
}

function startElement(name: string, attributes: string): Element {
  const element: Element = { name, children: new Map(), text: '' };
  for (const [, key = '', double, single] of attributes.matchAll(attribute))
    if (!key.startsWith('xmlns')) element.children.set(key, [decode(double ?? single ?? '')]);
  return element;
}

function endElement(element: Element, parent: Element): void {
  const value = element.children.size === 0 ? element.text.trim() : toRecord(element);
  const siblings = parent.children.get(localName(element.name));
  if (siblings === undefined) parent.children.set(localName(element.name), [value]);
  else siblings.push(value);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function toRecord({ children, text }: Element): JsonRecord {
  const entries = [...children].map(([name, values]): [string, JsonValue] => [
    name,
    values.length === 1 ? (values[0] ?? null) : values,
  ]);
  if (text.trim() !== '') entries.push(['text', text.trim()]);
  return Object.fromEntries(entries);
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    if (name !== undefined) return entities[String(name)] ?? String(whole);
    return point <= 0x10ffff ? String.fromCodePoint(point) : String(whole);
  });
}
