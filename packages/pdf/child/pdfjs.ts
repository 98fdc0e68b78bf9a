import { fileURLToPath } from 'node:url';
import {
  AnnotationType,
  getDocument,
  PDFWorker,
  VerbosityLevel,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { EngineFailure } from './engine-failure.ts';
import { readPdf } from './read-pdf.ts';
import { refusals } from '../refusals.ts';

export { AnnotationType };
export type { PDFDocumentProxy, PDFPageProxy };
export type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
export type TextItem = Extract<TextContent['items'][number], { str: string }>;

/** An upload: its path, and its name in messages. */
export interface Upload {
  readonly path: string;
  readonly name: string;
  /** The upload itself, where `path` is a copy without its encryption. */
  readonly locked?: { readonly sizeBytes: number };
}

/** The name `10R` of pdf.js is `10 0 R` in the file; any other id stays as it is. */
export function referenceOf(id: string): string {
  return id.replace(
    /^(\d+)R(\d*)$/,
    (_, number: string, generation: string) => `${number} ${generation || 0} R`,
  );
}

const cMapUrl = fileURLToPath(
  new URL('../../cmaps/', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')),
);
let sharedWorker: PDFWorker | undefined;

function workerOfThisProcess(): PDFWorker {
  // Shared; otherwise every document would set up a worker again.
  return (sharedWorker ??= new PDFWorker({ verbosity: VerbosityLevel.WARNINGS }));
}

/**
 * Opens an upload with pdf.js and closes it after `use`. Throws INVALID_PDF if it is not a PDF, PDF_ENCRYPTED if it
 * needs a password, EngineFailure if another engine should try.
 */
export async function withPdfjs<T>(
  upload: Upload,
  use: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const data = readPdf(upload.path);
  if (!data) throw refusals.notPdf(upload.name);
  return withPdfjsBytes(data, upload.name, use);
}

/** The same for bytes in memory; takes ownership of them. */
export async function withPdfjsBytes<T>(
  data: Uint8Array<ArrayBuffer>,
  name: string,
  use: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const task = getDocument({
    data,
    worker: workerOfThisProcess(),
    verbosity: VerbosityLevel.WARNINGS,
    cMapUrl,
    // Text extraction needs no glyph outlines; this avoids reading font files from disk.
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: true,
  });
  try {
    const document = await task.promise.catch((error: unknown) => {
      if (error instanceof Error && error.name === 'PasswordException') throw refusals.encrypted(name);
      throw new EngineFailure('pdf.js cannot open it');
    });
    return await use(document);
  } finally {
    await task.destroy();
  }
}
