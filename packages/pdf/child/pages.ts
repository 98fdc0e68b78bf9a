import { pdfPagesMax } from '../pdf-answers.ts';
import { parsePageRanges, selectPages } from '../page-ranges.ts';
import { refusals } from '../refusals.ts';

/** The requested pages of a document; all without ranges. Throws if they exceed the limits. */
export function wantedPages(name: string, pageCount: number, ranges: string | null): readonly number[] {
  if (pageCount < 1) throw refusals.notPdf(name);
  if (pageCount > pdfPagesMax) throw refusals.tooManyPages(name, pageCount);
  return ranges === null
    ? Array.from({ length: pageCount }, (_, index) => index + 1)
    : selectPages(parsePageRanges(ranges), pageCount, pdfPagesMax);
}
