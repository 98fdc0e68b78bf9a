import { PdfError } from './pdf-error.ts';

/** One part of a selection: a page, or a run of pages; both ends count. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
  /** As the caller wrote it, for messages. */
  readonly part: string;
}

const shownMax = 40;

function refuse(part: string, reason: string): never {
  const shown = part.length > shownMax ? `${part.slice(0, shownMax)}…` : part;
  throw new PdfError('INVALID_PAGE_RANGES', `ranges: "${shown}" ${reason}.`);
}

function parsePart(part: string): PageRange {
  if (part === '') refuse(part, 'is an empty part between commas');
  const match = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(part);
  if (!match) refuse(part, 'is neither a page nor a range of pages such as 3-5');
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  if (first === 0 || last === 0) refuse(part, 'names page 0; pages start at 1');
  if (last < first) refuse(part, 'ends before it begins');
  return { first, last, part };
}

/** Reads `1, 3-5` without knowing the document. Throws INVALID_PAGE_RANGES naming the offending part. */
export function parsePageRanges(text: string): readonly PageRange[] {
  return text.split(',').map((part) => parsePart(part.trim()));
}

/**
 * The pages of a document that the ranges select, in their order and with their repeats.
 * Throws INVALID_PAGE_RANGES beyond the last page and PAYLOAD_TOO_LARGE above `pagesMax` pages in all.
 */
export function selectPages(
  ranges: readonly PageRange[],
  pageCount: number,
  pagesMax: number,
): readonly number[] {
  const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`;
  for (const { last, part } of ranges) {
    if (last > pageCount) refuse(part, `goes beyond the last page; the document has ${pages}`);
  }
  const total = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (total > pagesMax) {
    throw new PdfError(
      'PAYLOAD_TOO_LARGE',
      `ranges selects ${total} pages; at most ${pagesMax} are allowed.`,
      {
        hint: 'Ask for fewer pages in one request.',
      },
    );
  }
  return ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
}
