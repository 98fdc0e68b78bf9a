import type { TextContent } from './pdfjs.ts';

/** A dynamic form has no positions on a page, only an order: one line for each piece of text. */
export function xfaText({ items }: TextContent): string {
  return items
    .map((item) => ('str' in item ? item.str.trim() : ''))
    .filter((line) => line !== '')
    .join('\n');
}
