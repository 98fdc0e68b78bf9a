import { bytesAt, withMemory, type PdfiumBinding } from './pdfium-binding.ts';

/** Kinds of page objects in PDFium. */
const kinds = { image: 3, form: 5 } as const;
/** A scan consists of a few pictures, or of some hundred strips. */
const objectsMax = 2_000;

function areaOf(binding: PdfiumBinding, object: number): number {
  return withMemory(binding, 16, (at) => {
    if (!binding.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return 0;
    const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(bytesAt(binding, at, 16).buffer);
    return (right - left) * (top - bottom);
  });
}

/** The area of all pictures on a page, in square points; 0 where it cannot be read. */
export function pictureArea(binding: PdfiumBinding, document: number, page: number): number {
  const loaded = binding.FPDF_LoadPage(document, page - 1);
  if (loaded === 0) return 0;
  let looks = objectsMax;

  /** A picture, or a group that holds one. */
  function isPicture(object: number): boolean {
    looks -= 1;
    const kind = binding.FPDFPageObj_GetType(object);
    if (kind !== kinds.form) return kind === kinds.image;
    const count = binding.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count && looks > 0; index += 1) {
      if (isPicture(binding.FPDFFormObj_GetObject(object, index))) return true;
    }
    return false;
  }

  try {
    let area = 0;
    const count = binding.FPDFPage_CountObjects(loaded);
    for (let index = 0; index < count && looks > 0; index += 1) {
      const object = binding.FPDFPage_GetObject(loaded, index);
      if (isPicture(object)) area += areaOf(binding, object);
    }
    return area;
  } finally {
    binding.FPDF_ClosePage(loaded);
  }
}
