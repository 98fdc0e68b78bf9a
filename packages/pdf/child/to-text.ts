import type { PdfText, PdfWarning } from '../pdf-answers.ts';
import { pageText } from '../layout/page-text.ts';
import { type Budget, startBudget } from './budget.ts';
import { fieldPieces } from './field-pieces.ts';
import { readLayers } from './layers.ts';
import { wantedPages } from './pages.ts';
import { withPdfium } from './pdfium.ts';
import { type PDFDocumentProxy, type TextContent, type Upload, withPdfjs } from './pdfjs.ts';
import { withFallback } from './with-fallback.ts';
import type { ActionInput, ActionResult } from './result.ts';
import { piecesOf } from './text-pieces.ts';

/** Fonts accumulate in an open document; reopening it after this many pages bounds memory. */
const pagesPerDocument = 500;
/** Enough for thousands of pages; the rest of the time limit is for the fast engine. */
const budgetMs = 12_000;

interface Read {
  readonly pageCount: number;
  readonly wanted: readonly number[];
  /** By page number; a page that could not be read is missing. */
  readonly texts: Map<number, string>;
  readonly warnings: Set<PdfWarning>;
}

async function readPage(
  document: PDFDocumentProxy,
  number: number,
  fields: readonly ReturnType<typeof piecesOf>[number][],
) {
  const page = await document.getPage(number);
  const content = await page.getTextContent();
  const text = document.isPureXfa ? xfaText(content) : pageText([...piecesOf(content, page.view), ...fields]);
  page.cleanup();
  return text;
}

async function readPages(
  upload: Upload,
  document: PDFDocumentProxy,
  numbers: readonly number[],
  texts: Map<number, string>,
  budget: Budget,
): Promise<void> {
  const fields = await fieldPieces(upload, document, new Set(numbers.map((number) => number - 1)));
  for (const number of numbers) {
    if (budget.isSpent()) return;
    const text = await readPage(document, number, fields.get(number - 1) ?? []).catch(() => undefined);
    if (text !== undefined) texts.set(number, text);
  }
}

async function openAndPlan(upload: Upload, ranges: string | null, budget: Budget): Promise<Read> {
  return withPdfjs(upload, async (document) => {
    const warnings = new Set<PdfWarning>();
    if (document.isPureXfa) warnings.add('XFA_FORM');
    if ((await readLayers(document)).some(({ isHidden }) => isHidden)) warnings.add('HIDDEN_LAYERS');
    const wanted = wantedPages(upload.name, document.numPages, ranges);
    const texts = new Map<number, string>();
    await readPages(upload, document, [...new Set(wanted)].slice(0, pagesPerDocument), texts, budget);
    return { pageCount: document.numPages, wanted, texts, warnings };
  });
}

async function readWithPdfjs(upload: Upload, ranges: string | null): Promise<Read> {
  const budget = startBudget(budgetMs);
  const read = await openAndPlan(upload, ranges, budget);
  const distinct = [...new Set(read.wanted)];
  for (let from = pagesPerDocument; from < distinct.length && !budget.isSpent(); from += pagesPerDocument) {
    await withPdfjs(upload, (document) =>
      readPages(upload, document, distinct.slice(from, from + pagesPerDocument), read.texts, budget),
    );
  }
  if (budget.isSpent() && distinct.some((number) => !read.texts.has(number)))
    read.warnings.add('SIMPLE_LAYOUT');
  return read;
}

/** Reads the pages that pdf.js could not read, or the whole file. */
async function readMissingWithPdfium(
  upload: Upload,
  ranges: string | null,
  read: Read | undefined,
): Promise<Read> {
  return withPdfium(upload, (document) => {
    const wanted = read?.wanted ?? wantedPages(upload.name, document.pageCount, ranges);
    const texts = read?.texts ?? new Map<number, string>();
    for (const number of new Set(wanted)) {
      const text = texts.has(number) ? undefined : document.text(number);
      if (text !== undefined) texts.set(number, text);
    }
    const warnings = new Set<PdfWarning>(read?.warnings ?? []);
    if (!warnings.has('SIMPLE_LAYOUT')) warnings.add('REPAIRED');
    return { pageCount: read?.pageCount ?? document.pageCount, wanted, texts, warnings };
  });
}

/**
 * Some fonts give pdf.js no characters, and PDFium the right ones. Characters that are not text in any script are left out.
 */
async function readSilentPages(upload: Upload, { texts, warnings }: Read): Promise<void> {
  const silent = [...texts].filter(([, text]) => isBlank(text)).map(([number]) => number);
  if (silent.length === 0) return;
  await withPdfium(upload, (document) => {
    for (const number of silent) {
      const text = document.text(number) ?? '';
      const characters = text.match(/\S/gu)?.length ?? 0;
      const readable = text.match(/[\p{L}\p{N}\p{P}\p{S}]/gu)?.length ?? 0;
      if (/[\p{L}\p{N}]/u.test(text) && readable * 2 > characters) texts.set(number, text);
      else if (!warnings.has('SCANNED') && document.isPicture(number)) warnings.add('SCANNED');
    }
  });
}

async function readUpload(upload: Upload, ranges: string | null): Promise<Read> {
  const read = await withFallback<Read | undefined>(
    () => readWithPdfjs(upload, ranges),
    () => undefined,
  );
  if (read && read.wanted.every((number) => read.texts.has(number))) {
    if (!read.warnings.has('XFA_FORM')) await readSilentPages(upload, read).catch(() => undefined);
    return read;
  }
  if (!read || read.texts.size === 0) {
    // Nothing was read: SIMPLE_LAYOUT means pdf.js ran out of time; otherwise the file is damaged.
    return readMissingWithPdfium(upload, ranges, read?.warnings.has('SIMPLE_LAYOUT') ? read : undefined);
  }
  // Some pages are better than none, so a failure of the fallback is ignored.
  return readMissingWithPdfium(upload, ranges, read).catch(() => read);
}

/** Unticked checkboxes of a form are not text. */
function isBlank(text: string): boolean {
  return text.replace(/\[ \]|\( \)/g, '').trim() === '';
}

/** `pdf-to-text`: the requested pages in reading order. */
export async function toText(input: ActionInput): Promise<ActionResult> {
  const {
    uploads: [upload],
    ranges,
    detail,
    repairs,
  } = input;
  const { pageCount, wanted, texts, warnings } = await readUpload(upload, ranges);
  if (repairs.take()) warnings.add('REPAIRED');
  if (wanted.some((number) => !texts.has(number))) warnings.add('PAGES_UNREADABLE');
  const pages = wanted.map((page) => ({ page, text: foldPresentationForms(texts.get(page) ?? '') }));
  const result: PdfText = {
    action: 'pdf-to-text',
    pageCount,
    pages: detail === 'text' ? wanted.map((page) => ({ page })) : pages,
    text: pages.map(({ text }) => text).join('\f'),
    hasText: pages.some(({ text }) => !isBlank(text)),
    warnings: [...warnings],
  };
  return {
    mediaType: 'application/json',
    content: JSON.stringify(result),
    pageCount,
    warnings: result.warnings,
  };
}

/** Latin, Hebrew and Arabic presentation forms, and radicals used in place of ideographs. */
const shaped = /[\u2e80-\u2fd5\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]+/g;

/** Maps presentation forms, which some producers emit, back to letters so that the text is searchable. */
export function foldPresentationForms(text: string): string {
  return text.replace(shaped, (letters) => letters.normalize('NFKC'));
}

/** A dynamic form has no positions on a page, only an order: one line for each piece of text. */
function xfaText({ items }: TextContent): string {
  return items
    .map((item) => ('str' in item ? item.str.trim() : ''))
    .filter((line) => line !== '')
    .join('\n');
}
