import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';

/** A page as it looks on paper. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Blue, green, red and alpha of each pixel, from the top left. */
  readonly pixels: Uint8Array;
}

const bgra = 4;
const withAnnotations = 0x01;
const white = 0xffffffff;
const pixelsPerPoint = 0.5;

async function start() {
  const path = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
  const wasmBinary = await readFile(path);
  const module = await init({ wasmBinary } as unknown as Parameters<typeof init>[0]);
  module.PDFiumExt_Init();
  return module;
}

let started: ReturnType<typeof start> | undefined;

/** Every page of a file, drawn by PDFium. */
export async function render(file: Uint8Array): Promise<readonly Picture[]> {
  const module = await (started ??= start());
  const { malloc, free } = module.pdfium.wasmExports as {
    malloc: (size: number) => number;
    free: (address: number) => void;
  };
  const heap = () => (module.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  const data = malloc(file.length);
  heap().set(file, data);
  const document = module.FPDF_LoadMemDocument(data, file.length, '');
  if (document === 0) throw new Error('PDFium cannot open the file.');
  const pictures = Array.from({ length: module.FPDF_GetPageCount(document) }, (_, index): Picture => {
    const page = module.FPDF_LoadPage(document, index);
    const width = Math.ceil(module.FPDF_GetPageWidthF(page) * pixelsPerPoint);
    const height = Math.ceil(module.FPDF_GetPageHeightF(page) * pixelsPerPoint);
    const bitmap = module.FPDFBitmap_CreateEx(width, height, bgra, 0, 0);
    module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations);
    const start = module.FPDFBitmap_GetBuffer(bitmap);
    const pixels = Uint8Array.from(heap().subarray(start, start + width * height * 4));
    module.FPDFBitmap_Destroy(bitmap);
    module.FPDF_ClosePage(page);
    return { width, height, pixels };
  });
  module.FPDF_CloseDocument(document);
  free(data);
  return pictures;
}

/** How many pixels are not white. */
export function inkOf({ pixels }: Picture): number {
  let ink = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at] !== 255 || pixels[at + 1] !== 255 || pixels[at + 2] !== 255) ink += 1;
  }
  return ink;
}
