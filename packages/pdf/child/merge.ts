import { pdfPagesMax, type PdfWarning } from '../pdf-answers.ts';
import { PdfError } from '../pdf-error.ts';
import { readParts } from './carry-over.ts';
import { EngineFailure } from './engine-failure.ts';
import { ambiguousLayers, type Layer } from './layers.ts';
import { lossesOf } from './losses.ts';
import { factsOf, withFacts, type MergedPart } from './merged-facts.ts';
import { renameFields, restoreParents } from './merged-fields.ts';
import { listLayers, withMarks } from './merged-layers.ts';
import { readOutputIntents, writeOutputIntents, type OutputIntent } from './output-intents.ts';
import { importWithPdfium, withPdfium } from './pdfium.ts';
import { withPdfjs, withPdfjsBytes, type PDFDocumentProxy, type Upload } from './pdfjs.ts';
import { takeQpdf, type Qpdf } from './qpdf.ts';
import { readPdf } from './read-pdf.ts';
import { refusals } from '../refusals.ts';
import { withChanges } from './with-changes.ts';
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

interface Part extends MergedPart {
  readonly layers: readonly Layer[];
  readonly hasForm: boolean;
}

async function readPart(upload: Upload, document: PDFDocumentProxy, warnings: Warnings): Promise<Part> {
  if (document.numPages === 0) throw refusals.notPdf(upload.name);
  if (document.isPureXfa) {
    warnings.add('XFA_FORM');
    throw new EngineFailure('pdf.js does not merge dynamic forms');
  }
  const parts = await readParts(document);
  // Tags and attachments are merged.
  if ((await lossesOf(document, bytesOf(upload))).includes('SIGNATURE_BROKEN'))
    warnings.add('SIGNATURE_BROKEN');
  if (parts.layers.some(({ isHidden }) => isHidden)) warnings.add('HIDDEN_LAYERS');
  return { ...parts, pageCount: document.numPages, hasForm: (await document.getFieldObjects()) !== null };
}

function bytesOf(upload: Upload): Uint8Array<ArrayBuffer> {
  const bytes = readPdf(upload.path);
  if (!bytes) throw refusals.notPdf(upload.name);
  return bytes;
}

async function join(
  document: PDFDocumentProxy,
  others: readonly Uint8Array<ArrayBuffer>[],
): Promise<Uint8Array> {
  const parts = others.map((bytes) => ({ document: bytes }));
  const content: Uint8Array | null | undefined = await document.extractPages([{ document: null }, ...parts]);
  if (!content) throw new EngineFailure('pdf.js cannot merge');
  return content;
}

/** Joins copies whose hidden layers are marked by their names, where names alone do not tell them from visible ones. */
async function joinMarked(
  uploads: Uploads,
  parts: readonly Part[],
  ambiguous: readonly Layer[],
): Promise<Uint8Array> {
  const copies: Uint8Array<ArrayBuffer>[] = [];
  for (const [index, upload] of uploads.entries()) {
    const layers = parts[index]?.layers.filter((layer) => ambiguous.includes(layer)) ?? [];
    copies.push(layers.length === 0 ? bytesOf(upload) : await withMarks(bytesOf(upload), layers));
  }
  const [first, ...others] = copies;
  if (first === undefined) throw new EngineFailure('nothing to merge');
  return withPdfjsBytes(first, uploads[0].name, (document) => join(document, others));
}

/** Those of the first document that has any. Names in the catalogue are in clear unless it is in a stream of objects. */
async function firstOutputIntents(uploads: Uploads): Promise<readonly OutputIntent[]> {
  let qpdf: Qpdf | undefined;
  for (const upload of uploads) {
    const bytes = Buffer.from(bytesOf(upload).buffer);
    if (!bytes.includes('/OutputIntents') && !bytes.includes('/ObjStm')) continue;
    qpdf ??= await takeQpdf();
    qpdf.write('in.pdf', bytes);
    const intents = readOutputIntents(qpdf, 'in.pdf');
    if (intents.length > 0) return intents;
  }
  return [];
}

/** Adds the parts that pdf.js does not merge: the list of layers, groups of fields, fields of the same name, and the intended colours. */
async function withUnmerged(
  bytes: Uint8Array,
  uploads: Uploads,
  parts: readonly Part[],
  warnings: Warnings,
): Promise<Uint8Array> {
  const layers = parts.flatMap((part) => part.layers);
  const intents = await firstOutputIntents(uploads);
  if (layers.length + intents.length === 0 && parts.every(({ hasForm }) => !hasForm)) return bytes;
  const pageCounts = parts.map(({ pageCount }) => pageCount);
  return withChanges(bytes, (graph) => {
    listLayers(graph, layers);
    writeOutputIntents(graph, intents);
    restoreParents(graph);
    if (renameFields(graph, pageCounts)) warnings.add('FIELDS_RENAMED');
  });
}

/** pdf.js silently skips a later file that it cannot open, so each is opened separately first. */
async function mergeWithPdfjs(uploads: Uploads, warnings: Warnings): Promise<Merged> {
  const [first, ...others] = uploads;
  return withPdfjs(first, async (document) => {
    const parts = [await readPart(first, document, warnings)];
    for (const other of others) {
      parts.push(await withPdfjs(other, (opened) => readPart(other, opened, warnings)));
      checkTotal(parts.map(({ pageCount }) => pageCount));
    }
    const ambiguous = ambiguousLayers(parts.flatMap((part) => part.layers));
    const joined =
      ambiguous.length === 0
        ? await join(document, others.map(bytesOf))
        : await joinMarked(uploads, parts, ambiguous);
    return {
      content: await withUnmerged(withFacts(joined, factsOf(parts)), uploads, parts, warnings),
      pageCount: checkTotal(parts.map(({ pageCount }) => pageCount)),
    };
  });
}

async function checkPages(bytes: Uint8Array, total: number): Promise<void> {
  const pages = await withPdfjsBytes(new Uint8Array(bytes), 'file', async (document) => document.numPages);
  if (pages !== total) throw new EngineFailure('pages are missing');
}

async function mergeAndCheck(uploads: Uploads, warnings: Warnings): Promise<Merged> {
  const { content, pageCount } = await mergeWithPdfjs(uploads, warnings);
  await checkPages(content, pageCount);
  return { content, pageCount };
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

/** For a page tree of which a part is no page: qpdf leaves that part out, and the others stop at it. */
async function mergeWithQpdf(uploads: Uploads, warnings: Warnings): Promise<Merged> {
  const qpdf = await takeQpdf();
  const inputs = uploads.map((upload, index) => {
    qpdf.write(`merge-${index}.pdf`, bytesOf(upload));
    return `/merge-${index}.pdf`;
  });
  qpdf.run('--empty', '--pages', ...inputs.flatMap((input) => [input, '1-z']), '--', '/merged.pdf');
  const content = qpdf.read('merged.pdf');
  const pages = await withPdfjsBytes(new Uint8Array(content), 'file', async (document) => document.numPages);
  warnings.add('REPAIRED');
  return { content, pageCount: checkTotal([pages]) };
}

/** `merge`: all pages of all uploads in the order sent. */
export async function merge({ uploads, repairs }: ActionInput): Promise<ActionResult> {
  const warnings: Warnings = new Set();
  const result = await withFallback(
    () => mergeAndCheck(uploads, warnings),
    () =>
      withFallback(
        () => mergeWithPdfium(uploads, warnings),
        () => mergeWithQpdf(uploads, warnings),
      ),
  );
  if (repairs.take()) warnings.add('REPAIRED');
  return { mediaType: 'application/pdf', ...result, warnings: [...warnings] };
}
