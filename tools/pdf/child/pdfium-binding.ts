import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
import { EngineFailure } from './engine-failure.ts';

/** The functions of PDFium that we call; numbers are addresses in its memory unless their name says otherwise. */
export interface PdfiumBinding {
  readonly pdfium: {
    /** Replaced whenever the memory grows: never keep it. */
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

/** The package declares every function with its exact parameters; ours are the same with names. */
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

/** PDFium, loaded when it is first needed: most processes never do. */
export function loadPdfium(): Promise<PdfiumBinding> {
  return (loaded ??= load());
}

let aborted = false;

/** Whether PDFium broke down in this process; its memory cannot be trusted any more. */
export function hasPdfiumAborted(): boolean {
  return aborted;
}

/** A trap of WebAssembly, or a stack or memory that ran out. */
function isBreakdown(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
}

/** Runs calls to PDFium; a breakdown inside it becomes an EngineFailure. */
export function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!isBreakdown(error)) throw error;
    aborted = true;
    throw new EngineFailure('PDFium broke down');
  }
}

/** A piece of PDFium's memory for the time of one call. */
export function withMemory<T>({ pdfium }: PdfiumBinding, size: number, use: (address: number) => T): T {
  const address = pdfium.wasmExports.malloc(size);
  if (address === 0) throw new EngineFailure('PDFium has no memory left');
  try {
    return use(address);
  } finally {
    pdfium.wasmExports.free(address);
  }
}

/** A copy of bytes out of PDFium's memory. */
export function bytesAt({ pdfium }: PdfiumBinding, address: number, size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(pdfium.HEAPU8.subarray(address, address + size));
}
