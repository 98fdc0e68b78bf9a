import type { PDFDocumentProxy } from './pdfjs.ts';

/** The names of the layers that a reader does not show when it opens the document. */
export async function hiddenLayers(document: PDFDocumentProxy): Promise<readonly string[]> {
  const config = await document.getOptionalContentConfig();
  return [...config].filter(([, group]) => !group.visible).map(([, group]) => String(group.name));
}
