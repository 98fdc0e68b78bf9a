import { EngineFailure } from './engine-failure.ts';
import { pictureArea } from './picture-area.ts';
import { bytesAt, guarded, loadPdfium, withMemory, type PdfiumBinding } from './pdfium-binding.ts';
import type { Upload } from './pdfjs.ts';
import { readPdf } from './read-pdf.ts';
import { refusals } from '../refusals.ts';

/** A document opened in PDFium. Pages count from 1; unreadable pages return undefined. */
export interface PdfiumDocument {
  readonly pageCount: number;
  readonly address: number;
  text(page: number): string | undefined;
  /** Whether pictures cover half of the page or more, as on a scan. */
  isPicture(page: number): boolean;
  /** Before rotation. */
  size(page: number): { readonly width: number; readonly height: number; readonly rotation: number };
  /** An entry of the information dictionary; `null` when absent or empty. */
  metadata(tag: string): string | null;
  version(): string | null;
  isEncrypted(): boolean;
}

const needsPassword = 4;
const metadataBytesMax = 8_192;
const utf16 = new TextDecoder('utf-16le');

function pageText(binding: PdfiumBinding, document: number, page: number): string | undefined {
  const loaded = binding.FPDF_LoadPage(document, page - 1);
  if (loaded === 0) return undefined;
  const text = binding.FPDFText_LoadPage(loaded);
  try {
    const count = text === 0 ? 0 : binding.FPDFText_CountChars(text);
    if (count <= 0) return text === 0 ? undefined : '';
    return withMemory(binding, count * 2 + 2, (buffer) => {
      const written = binding.FPDFText_GetText(text, 0, count, buffer);
      const raw = utf16.decode(bytesAt(binding, buffer, Math.max(written - 1, 0) * 2));
      return raw
        .replaceAll('\r\n', '\n')
        .replace(/[\ufffe\uffff]/g, '')
        .replaceAll('\0', '')
        .trimEnd();
    });
  } finally {
    if (text !== 0) binding.FPDFText_ClosePage(text);
    binding.FPDF_ClosePage(loaded);
  }
}

function pageSize(binding: PdfiumBinding, document: number, page: number) {
  return withMemory(binding, 8, (address) => {
    binding.EPDF_GetPageSizeByIndexNormalized(document, page - 1, address);
    const [width = 0, height = 0] = new Float32Array(bytesAt(binding, address, 8).buffer);
    // A page that cannot be read has the rotation -1.
    const quarters = Math.max(0, binding.EPDF_GetPageRotationByIndex(document, page - 1));
    return { width, height, rotation: 90 * quarters };
  });
}

function isPicture(binding: PdfiumBinding, document: number, page: number): boolean {
  const { width, height } = pageSize(binding, document, page);
  return pictureArea(binding, document, page) * 2 >= width * height;
}

function metadata(binding: PdfiumBinding, document: number, tag: string): string | null {
  return withMemory(binding, metadataBytesMax, (buffer) => {
    const length = binding.FPDF_GetMetaText(document, tag, buffer, metadataBytesMax);
    // PDFium returns the required size; if that exceeds the buffer, nothing was written.
    if (length <= 2 || length > metadataBytesMax) return null;
    return utf16.decode(bytesAt(binding, buffer, length - 2)).trim() || null;
  });
}

function version(binding: PdfiumBinding, document: number): string | null {
  return withMemory(binding, 4, (address) => {
    if (!binding.FPDF_GetFileVersion(document, address)) return null;
    const [number = 0] = new Int32Array(bytesAt(binding, address, 4).buffer);
    return `${Math.trunc(number / 10)}.${number % 10}`;
  });
}

function openDocument(binding: PdfiumBinding, address: number): PdfiumDocument {
  return {
    address,
    pageCount: binding.FPDF_GetPageCount(address),
    text: (page) => guarded(() => pageText(binding, address, page)),
    size: (page) => guarded(() => pageSize(binding, address, page)),
    isPicture: (page) => guarded(() => isPicture(binding, address, page)),
    metadata: (tag) => guarded(() => metadata(binding, address, tag)),
    version: () => guarded(() => version(binding, address)),
    isEncrypted: () => guarded(() => binding.EPDF_IsEncrypted(address)),
  };
}

function load(binding: PdfiumBinding, data: number, size: number, name: string): PdfiumDocument {
  const address = binding.FPDF_LoadMemDocument(data, size, '');
  if (address === 0) {
    throw binding.FPDF_GetLastError() === needsPassword ? refusals.encrypted(name) : refusals.notPdf(name);
  }
  const document = openDocument(binding, address);
  if (document.pageCount > 0) return document;
  binding.FPDF_CloseDocument(address);
  throw refusals.notPdf(name);
}

/**
 * Opens an upload with PDFium, the last fallback, and closes it after `use`. Throws INVALID_PDF if it cannot be opened,
 * PDF_ENCRYPTED if it needs a password, EngineFailure if PDFium crashes.
 */
export async function withPdfium<T>(
  upload: Upload,
  use: (document: PdfiumDocument, binding: PdfiumBinding) => T,
): Promise<T> {
  const bytes = readPdf(upload.path);
  if (!bytes) throw refusals.notPdf(upload.name);
  const binding = await loadPdfium();
  return guarded(() =>
    withMemory(binding, bytes.length, (data) => {
      binding.pdfium.HEAPU8.set(bytes, data);
      const document = load(binding, data, bytes.length, upload.name);
      const result = use(document, binding);
      // Not in `finally`: after a crash no further call is safe.
      binding.FPDF_CloseDocument(document.address);
      return result;
    }),
  );
}

/** Copies pages of one or more uploads into a new document. Throws like {@link withPdfium}. */
export async function importWithPdfium(
  parts: readonly { readonly upload: Upload; readonly pages: readonly number[] | undefined }[],
): Promise<Uint8Array<ArrayBuffer>> {
  const binding = await loadPdfium();
  const target = guarded(() => binding.FPDF_CreateNewDocument());
  let at = 0;
  for (const { upload, pages } of parts) {
    at += await withPdfium(upload, (document) => {
      const indexes = (pages ?? Array.from({ length: document.pageCount }, (_, index) => index + 1)).map(
        (page) => page - 1,
      );
      const done = withMemory(binding, indexes.length * 4, (address) => {
        binding.pdfium.HEAPU8.set(new Uint8Array(Int32Array.from(indexes).buffer), address);
        return binding.FPDF_ImportPagesByIndex(target, document.address, address, indexes.length, at);
      });
      if (!done) throw new EngineFailure('PDFium cannot copy the pages');
      return indexes.length;
    });
  }
  return guarded(() => save(binding, target));
}

function save(binding: PdfiumBinding, document: number): Uint8Array<ArrayBuffer> {
  const writer = binding.PDFiumExt_OpenFileWriter();
  binding.PDFiumExt_SaveAsCopy(document, writer);
  const size = binding.PDFiumExt_GetFileWriterSize(writer);
  const bytes = withMemory(binding, Math.max(size, 1), (buffer) => {
    binding.PDFiumExt_GetFileWriterData(writer, buffer, size);
    return bytesAt(binding, buffer, size);
  });
  binding.PDFiumExt_CloseFileWriter(writer);
  binding.FPDF_CloseDocument(document);
  return bytes;
}
