import type { PdfWarning } from '../pdf-answers.ts';
import { clearUnkeptObjects } from './clear-unkept-objects.ts';
import { readParts, writeParts } from './carry-over.ts';
import { keptDestinations } from './destinations.ts';
import { EngineFailure } from './engine-failure.ts';
import { extractPages, type Extract } from './extract-pages.ts';
import { addOutline, readOutline } from './outline.ts';
import { lossesOf } from './losses.ts';
import { writeOutputIntents } from './output-intents.ts';
import { readPdf } from './read-pdf.ts';
import { rejoinFields, rootFieldNames } from './rejoin-fields.ts';
import { stripForm } from './strip-form.ts';
import { wantedPages } from './pages.ts';
import { pageReferences } from './page-tree.ts';
import { withPdfium } from './pdfium.ts';
import { withPdfjs, type PDFDocumentProxy, type Upload } from './pdfjs.ts';
import type { ActionInput, ActionResult } from './result.ts';
import { withFallback } from './with-fallback.ts';
import { stripPages } from './strip-pages.ts';

/** Finds the reference of a source page in the new document; of the first copy if it was asked for more than once. */
function referenceByPage(pages: readonly number[], references: readonly string[]): (page: number) => string {
  const found = new Map<number, string>();
  pages.forEach((page, index) => {
    const reference = references[index];
    if (reference !== undefined && !found.has(page)) found.set(page, reference);
  });
  return (page) => {
    const reference = found.get(page);
    if (reference === undefined) throw new EngineFailure('a page is missing');
    return reference;
  };
}

async function finish(
  { graph, outputIntents, write }: Extract,
  pages: readonly number[],
  document: PDFDocumentProxy | undefined,
): Promise<Uint8Array> {
  const references = pageReferences(graph);
  const pageReference = referenceByPage(pages, references);
  const destinations = document && (await keptDestinations(document, pages));
  const annotations = await stripPages(graph, references, destinations, pageReference);
  clearUnkeptObjects(graph, annotations, stripForm(graph, annotations));
  if (document) rejoinFields(graph, await rootFieldNames(document));
  if (document && destinations) {
    const outline = addOutline(graph, await readOutline(document, destinations), pageReference);
    writeParts(graph, await readParts(document), pages, outline);
  }
  writeOutputIntents(graph, outputIntents);
  return write();
}

function result(
  content: Uint8Array,
  pages: readonly number[],
  warnings: readonly PdfWarning[],
): ActionResult {
  return { mediaType: 'application/pdf', content, pageCount: pages.length, warnings };
}

async function splitWithPdfium(upload: Upload, ranges: string | null): Promise<ActionResult> {
  const pages = await withPdfium(upload, (document) => wantedPages(upload.name, document.pageCount, ranges));
  const extract = await extractPages({ upload, pages, document: undefined, isRepaired: true });
  return result(await finish(extract, pages, undefined), pages, ['REPAIRED']);
}

/**
 * `split`: the requested pages in the requested order, with their outline entries, links, form fields and metadata, and
 * without any content of other pages.
 */
export async function split({ uploads: [upload], ranges, repairs }: ActionInput): Promise<ActionResult> {
  const first = () =>
    withPdfjs(upload, async (document) => {
      const pages = wantedPages(upload.name, document.numPages, ranges);
      const isRepaired = repairs.take();
      const extract = await extractPages({ upload, pages, document, isRepaired });
      const warnings: PdfWarning[] = isRepaired ? ['REPAIRED'] : [];
      if (document.isPureXfa) warnings.push('XFA_FORM');
      warnings.push(...(await lossesOf(document, readPdf(upload.path) ?? new Uint8Array())));
      return result(await finish(extract, pages, document), pages, warnings);
    });
  return withFallback(first, () => splitWithPdfium(upload, ranges));
}
