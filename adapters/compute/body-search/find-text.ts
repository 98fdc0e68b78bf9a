import type { BodySearch, SearchAnswer } from '#contracts/body-search.ts';
import { cutAt } from '#domain/cut-text.ts';
import { pointerOf } from '#domain/json-pointer.ts';
import { isList, isRecord, type JsonValue, scalarText } from '#domain/json-value.ts';
import { createMatchPage, lineText } from './match-page.ts';

type Find = Extract<BodySearch, { kind: 'find' }>;
type Parts = readonly (string | number)[];

const contextChars = 120;

/** Finds a text in the names and values of a document, in any case. */
export function findInValue(root: JsonValue, { needle, ...window }: Find): SearchAnswer {
  const pattern = patternOf(needle, 'iu');
  const page = createMatchPage(window);

  function visit(value: JsonValue, parts: Parts): void {
    const name = parts.at(-1);
    const text = scalarText(value);
    const index = text?.search(pattern) ?? -1;
    const isNamed = typeof name === 'string' && pattern.test(name);
    if (index >= 0 || isNamed)
      page.add(() => ({
        at: lineText(pointerOf(parts)),
        ...(text === null ? { isName: true } : { value: around(text, Math.max(index, 0), needle.length) }),
      }));
    if (isList(value)) for (const [position, item] of value.entries()) visit(item, [...parts, position]);
    else if (isRecord(value))
      for (const [key, member] of Object.entries(value)) visit(member, [...parts, key]);
  }

  visit(root, []);
  return page.page();
}

/** Finds a text in text, in any case; `at` counts characters. */
export function findInText(text: string, { needle, ...window }: Find): SearchAnswer {
  const page = createMatchPage(window);
  for (const { index } of text.matchAll(patternOf(needle, 'giu')))
    page.add(() => ({ at: index, text: around(text, index, needle.length) }));
  return page.page();
}

const patternOf = (needle: string, flags: string): RegExp =>
  new RegExp(needle.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags);

/** The text around a match, with an ellipsis where it continues. */
function around(text: string, index: number, length: number): string {
  const start = cutAt(text, Math.max(0, index - contextChars));
  const end = cutAt(text, Math.min(text.length, index + length + contextChars));
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
