import { statSync } from 'node:fs';
import type { PdfInfo } from '../pdf-answers.ts';
import { startBudget } from './budget.ts';
import { EngineFailure } from './engine-failure.ts';
import { describeDocument } from './describe-document.ts';
import { wantedPages } from './pages.ts';
import { withPdfium, type PdfiumDocument } from './pdfium.ts';
import { withPdfjs, type PDFDocumentProxy, type Upload } from './pdfjs.ts';
import { isoDate } from './pdf-date.ts';
import { headerVersion } from './read-pdf.ts';
import { withFallback } from './with-fallback.ts';
import type { ActionInput, ActionResult } from './result.ts';

type Info = Omit<PdfInfo, 'action' | 'sizeBytes'>;

/** Pages are requested in batches, because a document may have thousands. */
const pagesAtOnce = 100;
const budgetMs = 2_000;

async function pageSizes(document: PDFDocumentProxy, numbers: readonly number[]): Promise<PdfInfo['pages']> {
  const sizes: PdfInfo['pages'] = [];
  const budget = startBudget(budgetMs);
  for (let from = 0; from < numbers.length; from += pagesAtOnce) {
    if (budget.isSpent()) throw new EngineFailure('pdf.js takes too long');
    const pages = await Promise.all(
      numbers.slice(from, from + pagesAtOnce).map((number) => document.getPage(number)),
    );
    for (const page of pages) {
      const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
      const [width, height] = [(right - left) * page.userUnit, (top - bottom) * page.userUnit];
      sizes.push({
        page: page.pageNumber,
        width: rounded(width),
        height: rounded(height),
        rotation: page.rotate,
      });
    }
  }
  return sizes;
}

/** Removes floating-point noise: 841.8898000000001 → 841.8898. */
function rounded(points: number): number {
  return Math.round(points * 10_000) / 10_000;
}

async function infoFromPdfjs(upload: Upload): Promise<Info> {
  return withPdfjs(upload, async (document) => {
    const numbers = wantedPages(upload.name, document.numPages, null);
    const about = await describeDocument(document, headerVersion(upload.path));
    const pages = await pageSizes(document, numbers);
    return { pageCount: numbers.length, pages, ...about };
  });
}

function infoFromPdfium(name: string, document: PdfiumDocument): Info {
  const numbers = wantedPages(name, document.pageCount, null);
  const text = (tag: string) => document.metadata(tag);
  return {
    pageCount: numbers.length,
    pages: numbers.map((page) => {
      const { width, height, rotation } = document.size(page);
      return { page, width: rounded(width), height: rounded(height), rotation };
    }),
    title: text('Title'),
    author: text('Author'),
    subject: text('Subject'),
    keywords: text('Keywords'),
    creator: text('Creator'),
    producer: text('Producer'),
    createdAt: isoDate(text('CreationDate')),
    modifiedAt: isoDate(text('ModDate')),
    pdfVersion: document.version(),
    encrypted: document.isEncrypted(),
  };
}

export async function getInfo({ uploads: [upload], repairs }: ActionInput): Promise<ActionResult> {
  const described = await withFallback(
    () => infoFromPdfjs(upload),
    () => withPdfium(upload, (document) => infoFromPdfium(upload.name, document)),
  );
  const result: PdfInfo = {
    action: 'get-info',
    ...described,
    encrypted: described.encrypted || upload.locked !== undefined,
    sizeBytes: upload.locked?.sizeBytes ?? statSync(upload.path).size,
  };
  return {
    mediaType: 'application/json',
    content: JSON.stringify(result),
    pageCount: result.pageCount,
    warnings: repairs.take() ? ['REPAIRED'] : [],
  };
}
