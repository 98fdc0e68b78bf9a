import { pdfPagesMax, type PdfWarning } from '../pdf-answers.ts';
import { PdfError } from '../pdf-error.ts';
import { EngineFailure } from './engine-failure.ts';
import { readLayers } from './layers.ts';
import { importWithPdfium, withPdfium } from './pdfium.ts';
import { withPdfjs, withPdfjsBytes, type PDFDocumentProxy, type Upload } from './pdfjs.ts';
import { readPdf } from './read-pdf.ts';
import { refusals } from './refusals.ts';
import { withFallback } from './with-fallback.ts';
import type { ActionInput, ActionResult } from './result.ts';

type Uploads = ActionInput['uploads'];

interface Merged {
  readonly content: Uint8Array;
  readonly pageCount: number;
}
type Warnings = Set<PdfWarning>;

function checkTotal(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= pdfPagesMax) return total;
  throw new PdfError('PAYLOAD_TOO_LARGE', `files have more than ${pdfPagesMax} pages in all.`, {
    hint: 'Merge fewer documents, or shorter ones.',
  });
}

async function countPages(upload: Upload, document: PDFDocumentProxy, warnings: Warnings): Promise<number> {
  if (document.numPages === 0) throw refusals.notPdf(upload.name);
  if (document.isPureXfa) {
    warnings.add('XFA_FORM');
    throw new EngineFailure('pdf.js does not merge dynamic forms');
  }
  if ((await readLayers(document)).some(({ isHidden }) => isHidden)) warnings.add('HIDDEN_LAYERS');
  return document.numPages;
}

function bytesOf(upload: Upload): Uint8Array<ArrayBuffer> {
  const bytes = readPdf(upload.path);
  if (!bytes) throw refusals.notPdf(upload.name);
  return bytes;
}

/** pdf.js silently skips a later file that it cannot open, so each is opened separately first. */
async function mergeWithPdfjs([first, ...others]: Uploads, warnings: Warnings): Promise<Merged> {
  return withPdfjs(first, async (document) => {
    const counts = [await countPages(first, document, warnings)];
    for (const other of others) {
      counts.push(await withPdfjs(other, (opened) => countPages(other, opened, warnings)));
      checkTotal(counts);
    }
    const parts = others.map((other) => ({ document: bytesOf(other) }));
    const content: Uint8Array | null | undefined = await document.extractPages([
      { document: null },
      ...parts,
    ]);
    if (!content) throw new EngineFailure('pdf.js cannot merge');
    return { content, pageCount: checkTotal(counts) };
  });
}

async function checkPages(bytes: Uint8Array, total: number): Promise<void> {
  const pages = await withPdfjsBytes(new Uint8Array(bytes), 'file', async (document) => document.numPages);
  if (pages !== total) throw new EngineFailure('pages are missing');
}

/** pdf.js sets itself as producer and writes the date without its `D:` prefix; both are corrected in place. */
function withOwnProducer(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = buffer.indexOf(' /Creator (PDF.js) /Producer (Firefox)>>');
  const date = /\((\d{14})\)$/.exec(buffer.toString('latin1', Math.max(at - 16, 0), Math.max(at, 0)))?.[1];
  if (date === undefined) return bytes;
  const [from, to] = [at - 16, at + 38];
  buffer.write(`(D:${date}Z) /Producer (Reveille)`.padEnd(to - from), from, 'latin1');
  return bytes;
}

async function mergeAndCheck(uploads: Uploads, warnings: Warnings): Promise<Merged> {
  const { content, pageCount } = await mergeWithPdfjs(uploads, warnings);
  await checkPages(content, pageCount);
  return { content: withOwnProducer(content), pageCount };
}

/** Copies pages only; outlines and forms are lost, so this always adds a warning. */
async function mergeWithPdfium(uploads: Uploads, warnings: Warnings): Promise<Merged> {
  const counts: number[] = [];
  for (const upload of uploads) {
    counts.push(await withPdfium(upload, (document) => document.pageCount));
    checkTotal(counts);
  }
  const content = await importWithPdfium(uploads.map((upload) => ({ upload, pages: undefined })));
  const pageCount = checkTotal(counts);
  await checkPages(content, pageCount);
  if (!warnings.has('XFA_FORM')) warnings.add('REPAIRED');
  return { content, pageCount };
}

/** `merge`: all pages of all uploads in the order sent. */
export async function merge({ uploads, repairs }: ActionInput): Promise<ActionResult> {
  const warnings: Warnings = new Set();
  const result = await withFallback(
    () => mergeAndCheck(uploads, warnings),
    () => mergeWithPdfium(uploads, warnings),
  );
  if (repairs.take()) warnings.add('REPAIRED');
  return { mediaType: 'application/pdf', ...result, warnings: [...warnings] };
}
