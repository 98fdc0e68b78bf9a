import { SaxesParser } from 'saxes';

import type { JsonRecord, JsonValue } from '#domain/json-value.ts';

interface Element {
  readonly name: string;
  readonly children: Map<string, JsonValue[]>;
  text: string;
}

const depthMax = 60;

/**
 * The elements of an XML text as an object: repeated elements become lists, attributes are members like children, an
 * element without either is its text. Null when it is not well-formed. Only the five entities of XML and numeric ones are
 * decoded, so that no entity can multiply.
 */
export function xmlFields(source: string): JsonRecord | null {
  const root: Element = { name: '', children: new Map(), text: '' };
  const open = [root];
  const parser = new SaxesParser();
  const addText = (text: string): void => {
    const current = open.at(-1);
    if (current !== undefined) current.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > depthMax) throw new Error('nested too deeply');
    const own = Object.entries(attributes).filter(([key]) => !key.startsWith('xmlns'));
    open.push({ name, children: new Map(own.map(([key, value]) => [key, [value]])), text: '' });
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) endElement(element, open.at(-1) ?? root);
  });
  parser.on('error', (error) => {
    throw error;
  });
  try {
    parser.write(source.trim()).close();
  } catch {
    return null;
  }
  return toRecord(root);
}

function endElement(element: Element, parent: Element): void {
  const name = element.name.slice(element.name.indexOf(':') + 1);
  const value = element.children.size === 0 ? element.text.trim() : toRecord(element);
  const siblings = parent.children.get(name);
  if (siblings === undefined) parent.children.set(name, [value]);
  else siblings.push(value);
}

function toRecord({ children, text }: Element): JsonRecord {
  const entries = [...children].map(([name, values]): [string, JsonValue] => [
    name,
    values.length === 1 ? (values[0] ?? null) : values,
  ]);
  if (text.trim() !== '') entries.push(['text', text.trim()]);
  return Object.fromEntries(entries);
}
