import { z } from 'zod';
import { PdfError } from '../pdf-error.ts';
import { hasBorrowingFont, settleDrawnFonts } from './drawn-fonts.ts';
import { EngineFailure } from './engine-failure.ts';
import { ambiguousLayers, markLayers, readLayers, type Layer } from './layers.ts';
import { readOutputIntents, type OutputIntent } from './output-intents.ts';
import { readObjects, type ObjectGraph } from './object-graph.ts';
import { countPageObjects, pageReferences } from './page-tree.ts';
import { importWithPdfium } from './pdfium.ts';
import type { PDFDocumentProxy, Upload } from './pdfjs.ts';
import { takeQpdf, type Qpdf } from './qpdf.ts';
import { readPdf } from './read-pdf.ts';
import { refusals } from '../refusals.ts';

/** A document with only the kept pages, open for changes. */
export interface Extract {
  readonly graph: ObjectGraph;
  /** The intended colours of the source. */
  readonly outputIntents: readonly OutputIntent[];
  /** The document with all changes, without unreachable objects. */
  readonly write: () => Uint8Array;
}

interface Order {
  readonly upload: Upload;
  readonly pages: readonly number[];
  /** The upload opened in pdf.js; undefined if pdf.js cannot read it. */
  readonly document: PDFDocumentProxy | undefined;
  readonly isRepaired: boolean;
}

/** The file to take pages from. Page numbers differ from the upload's if another engine saved it. */
interface Source {
  readonly bytes: Uint8Array;
  readonly pages: readonly number[];
  /** The page count that qpdf must agree with. */
  readonly pageCount: number | undefined;
  /** Layers to mark by their name. */
  readonly ambiguous: readonly Layer[];
}

const PageList = z.object({ pages: z.array(z.unknown()) });

/** `1,2,3,7` as `1-3,7`. */
function asRanges(pages: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run && run.last + 1 === page) run.last = page;
    else runs.push({ first: page, last: page });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

/** In a damaged file engines may disagree on the pages, which makes page numbers ambiguous. */
function checkPageCount(qpdf: Qpdf, pageCount: number): void {
  qpdf.run('--json', '--json-key=pages', '--json-stream-data=none', '/in.pdf', '/pages.json');
  const { data } = PageList.safeParse(JSON.parse(Buffer.from(qpdf.read('pages.json')).toString('utf8')));
  if (data?.pages.length !== pageCount) throw new EngineFailure('qpdf sees other pages');
}

/**
 * Copies pages from in.pdf to kept.pdf. It starts from an empty document, so that only what the kept pages need is
 * copied. With `yes` shared resource dictionaries are reduced to what each page uses, because an image of another page
 * may hold its text.
 */
function copyInto(qpdf: Qpdf, from: string, ranges: string, to: string, reduces: 'yes' | 'no'): void {
  const reduce = `--remove-unreferenced-resources=${reduces}`;
  qpdf.run('--empty', reduce, '--object-streams=disable', '--pages', from, ranges, '--', to);
}

/** qpdf only looks at the content of a page for what it uses, and not at the fonts that draw with it. */
function copyPages(qpdf: Qpdf, ranges: string): ReturnType<typeof readObjects> {
  copyInto(qpdf, '/in.pdf', ranges, '/kept.pdf', 'yes');
  const kept = readObjects(qpdf, 'kept.pdf');
  if (!hasBorrowingFont(kept.graph)) return kept;
  copyInto(qpdf, '/in.pdf', ranges, '/whole.pdf', 'no');
  settleDrawnFonts(qpdf, 'whole.pdf', 'settled.pdf');
  copyInto(qpdf, '/settled.pdf', '1-z', '/kept.pdf', 'yes');
  return readObjects(qpdf, 'kept.pdf');
}

async function extractFrom({ bytes, pages, pageCount, ambiguous }: Source): Promise<Extract> {
  const qpdf = await takeQpdf();
  qpdf.write('in.pdf', bytes);
  if (pageCount !== undefined) checkPageCount(qpdf, pageCount);
  markLayers(qpdf, 'in.pdf', ambiguous);
  const outputIntents = readOutputIntents(qpdf, 'in.pdf');
  const { graph, writeChanges } = copyPages(qpdf, asRanges(pages));
  if (pageReferences(graph).length !== pages.length || countPageObjects(graph) !== pages.length) {
    throw new EngineFailure('the split has other pages than asked for');
  }
  return {
    graph,
    outputIntents,
    write() {
      writeChanges('changes.json');
      qpdf.run('/kept.pdf', '--update-from-json=/changes.json', '--object-streams=generate', '/out.pdf');
      return qpdf.read('out.pdf');
    },
  };
}

async function fromUpload({ upload, pages, document, isRepaired }: Order): Promise<Source> {
  const bytes = readPdf(upload.path);
  if (!bytes) throw refusals.notPdf(upload.name);
  const ambiguous = document ? ambiguousLayers(await readLayers(document)) : [];
  return { bytes, pages, pageCount: isRepaired ? document?.numPages : undefined, ambiguous };
}

/** The kept pages saved by pdf.js, for a file that qpdf cannot read. */
async function fromPdfjs({ pages, document }: Order): Promise<Source> {
  const saved: Uint8Array | null | undefined = await document?.extractPages(
    pages.map((page) => ({ document: null, includePages: [page - 1] })),
  );
  if (!saved) throw new EngineFailure('pdf.js cannot copy the pages');
  return { bytes: saved, pages: pages.map((_, index) => index + 1), pageCount: pages.length, ambiguous: [] };
}

async function fromPdfium({ upload, pages }: Order): Promise<Source> {
  const bytes = await importWithPdfium([{ upload, pages }]);
  return { bytes, pages: pages.map((_, index) => index + 1), pageCount: pages.length, ambiguous: [] };
}

/** Extracts pages with the first engine that can read them. Throws INVALID_PDF if none can. */
export async function extractPages(order: Order): Promise<Extract> {
  for (const source of [fromUpload, fromPdfjs, fromPdfium]) {
    try {
      return await extractFrom(await source(order));
    } catch (error) {
      if (error instanceof PdfError) throw error;
    }
  }
  throw refusals.notPdf(order.upload.name);
}
