import type { PDFDocumentProxy } from './pdfjs.ts';

/** The names of the layers that are hidden by default. */
export async function hiddenLayers(document: PDFDocumentProxy): Promise<readonly string[]> {
  const config = await document.getOptionalContentConfig();
  return [...config].filter(([, group]) => !group.visible).map(([, group]) => String(group.name));
}
