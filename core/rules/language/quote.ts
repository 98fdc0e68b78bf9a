import { cutAt } from '#domain/cut-text.ts';
import { isExactNumber, isList, isRecord, type JsonValue } from '#domain/json-value.ts';

const shownCharsMax = 120;

/** A value of the delivery for people: texts verbatim in quotation marks; what was cut is said outside of them. */
export function quote(value: JsonValue, charsMax = shownCharsMax): string {
  if (typeof value === 'string') return quoteText(value, charsMax);
  if (isExactNumber(value)) return value.rawJSON;
  if (isList(value)) return quoteList(value, charsMax);
  if (isRecord(value)) return quoteRecord(value);
  return String(value);
}

/** Cut at the first line break too, so that every answer stays on its line. */
export function quoteText(text: string, charsMax = shownCharsMax): string {
  const line = text.search(/[\p{Cc}\u2028\u2029]/u);
  const end = cutAt(text, Math.min(charsMax, line === -1 ? text.length : line));
  const rest = text.length - end;
  return rest === 0 ? `"${text}"` : `"${text.slice(0, end)}"… (+${rest.toLocaleString('en-US')} chars)`;
}

/** At most so many characters, and how many more there are. */
export function shorten(text: string, charsMax: number): string {
  const end = cutAt(text, charsMax);
  const rest = text.length - end;
  return rest === 0 ? text : `${text.slice(0, end)}… (+${rest.toLocaleString('en-US')} chars)`;
}

/** Texts in quotation marks, with commas. */
export const quotedList = (texts: readonly string[]): string =>
  texts.map((text) => JSON.stringify(text)).join(', ');

function quoteList(list: readonly JsonValue[], charsMax: number): string {
  const [first] = list;
  if (first === undefined) return 'an empty list';
  const isShort = list.length <= 5 && list.every((item) => !isList(item) && !isRecord(item));
  if (isShort) return list.map((item) => quote(item, Math.floor(charsMax / list.length))).join(', ');
  const count = `${list.length.toLocaleString('en-US')} item${list.length === 1 ? '' : 's'}`;
  return `${count}, first: ${quote(first, charsMax)}`;
}

function quoteRecord(record: { readonly [key: string]: JsonValue }): string {
  const entries = Object.entries(record);
  const shown = entries
    .filter(([, value]) => !isList(value) && !isRecord(value))
    .slice(0, 3)
    .map(([name, value]) => `${quoteText(name, 40)}: ${quote(value, 40)}`);
  const rest = entries.length - shown.length;
  if (shown.length === 0) return `an object of ${entries.length} members`;
  return `{ ${shown.join(', ')}${rest > 0 ? `, … +${rest}` : ''} }`;
}
