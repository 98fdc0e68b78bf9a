import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
import { EngineFailure } from './engine-failure.ts';

/** The PDFium functions we call; numbers are pointers unless named otherwise. */
export interface PdfiumBinding {
  readonly pdfium: {
    /** Replaced when memory grows; never store a reference. */
    readonly HEAPU8: Uint8Array;
    readonly wasmExports: { malloc(size: number): number; free(address: number): void };
  };
  PDFiumExt_Init(): void;
  FPDF_LoadMemDocument(data: number, size: number, password: string): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_GetMetaText(document: number, tag: string, buffer: number, size: number): number;
  FPDF_GetFileVersion(document: number, version: number): boolean;
  EPDF_IsEncrypted(document: number): boolean;
  EPDF_GetPageSizeByIndexNormalized(document: number, index: number, size: number): boolean;
  EPDF_GetPageRotationByIndex(document: number, index: number): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDFPage_CountObjects(page: number): number;
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): boolean;
  FPDFFormObj_CountObjects(form: number): number;
  FPDFFormObj_GetObject(form: number, index: number): number;
  FPDFText_LoadPage(page: number): number;
  FPDFText_ClosePage(text: number): void;
  FPDFText_CountChars(text: number): number;
  FPDFText_GetText(text: number, start: number, count: number, buffer: number): number;
  FPDF_CreateNewDocument(): number;
  FPDF_ImportPagesByIndex(
    target: number,
    source: number,
    indexes: number,
    length: number,
    at: number,
  ): boolean;
  PDFiumExt_OpenFileWriter(): number;
  PDFiumExt_SaveAsCopy(document: number, writer: number): number;
  PDFiumExt_GetFileWriterSize(writer: number): number;
  PDFiumExt_GetFileWriterData(writer: number, buffer: number, size: number): number;
  PDFiumExt_CloseFileWriter(writer: number): void;
}

/** Safe: the same signatures as in the package, but with parameter names. */
function asDeclared(module: unknown): PdfiumBinding {
  return module as PdfiumBinding;
}

let loaded: Promise<PdfiumBinding> | undefined;

async function load(): Promise<PdfiumBinding> {
  const path = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
  const wasmBinary = await readFile(path);
  const binding = asDeclared(await init({ wasmBinary } as unknown as Parameters<typeof init>[0]));
  binding.PDFiumExt_Init();
  return binding;
}

/** Loads PDFium on first use; most processes never need it. A failed load is tried again by the next call. */
export async function loadPdfium(): Promise<PdfiumBinding> {
  try {
    return await (loaded ??= load());
  } catch (error) {
    loaded = undefined;
    throw error;
  }
}

let aborted = false;

/** Whether PDFium crashed in this process; its memory is then unreliable. */
export function hasPdfiumAborted(): boolean {
  return aborted;
}

/** A WebAssembly trap, stack overflow or out-of-memory error. */
function isBreakdown(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
}

/** Runs calls to PDFium; converts a crash to an EngineFailure. */
export function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!isBreakdown(error)) throw error;
    aborted = true;
    throw new EngineFailure('PDFium broke down');
  }
}

/** Allocates PDFium memory for the duration of a call. */
export function withMemory<T>({ pdfium }: PdfiumBinding, size: number, use: (address: number) => T): T {
  const address = pdfium.wasmExports.malloc(size);
  if (address === 0) throw new EngineFailure('PDFium has no memory left');
  try {
    return use(address);
  } finally {
    pdfium.wasmExports.free(address);
  }
}

export function bytesAt({ pdfium }: PdfiumBinding, address: number, size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(pdfium.HEAPU8.subarray(address, address + size));
}
