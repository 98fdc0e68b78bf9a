import type { Matches } from '#contracts/body-search.ts';
import { cutAt } from '#domain/cut-text.ts';

const pageCharsMax = 16_384;
const valueCharsMax = 1_000;

/** Collects the matches of a search in their order, and keeps those from `offset` on that fit in a page. */
export function createMatchPage({ offset, limit }: { readonly offset: number; readonly limit: number }) {
  const lines: string[] = [];
  let total = 0;
  let chars = 0;
  let isFull = false;

  /** `line` is called only for a match of the page. */
  function add(line: () => object): void {
    total += 1;
    if (total <= offset || isFull) return;
    const text = JSON.stringify(line());
    isFull = lines.length >= limit || (lines.length > 0 && chars + text.length > pageCharsMax);
    if (isFull) return;
    lines.push(text);
    chars += text.length + 1;
  }

  function page(): Matches {
    const next = offset + lines.length;
    return {
      kind: 'matches',
      total,
      offset,
      nextOffset: next < total && lines.length > 0 ? next : null,
      lines: lines.join('\n'),
    };
  }

  return { add, page };
}

/** The beginning of a text that is too long for a line. */
export function lineText(text: string, charsMax = valueCharsMax): string {
  if (text.length <= charsMax) return text;
  const end = cutAt(text, charsMax);
  return `${text.slice(0, end)}… (+${text.length - end} chars)`;
}
