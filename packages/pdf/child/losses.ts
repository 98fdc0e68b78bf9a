import type { PdfWarning } from '../pdf-answers.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';

async function isTagged(document: PDFDocumentProxy): Promise<boolean> {
  if ((await document.getMarkInfo())?.Marked === true) return true;
  return (await (await document.getPage(1)).getStructTree()) !== null;
}

/** A signature has the range of bytes that it covers, which is never compressed or encrypted. */
async function isSigned(document: PDFDocumentProxy, bytes: Uint8Array): Promise<boolean> {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/ByteRange')) return false;
  // A Map in practice, contrary to the type declaration.
  const fields: unknown = await document.getFieldObjects();
  const widgets = fields instanceof Map ? [...(fields.values() as Iterable<unknown>)].flat() : [];
  return widgets.some((widget) => (widget as { readonly type?: unknown }).type === 'signature');
}

/** The parts of a document that a copy of its pages loses. */
export async function lossesOf(
  document: PDFDocumentProxy,
  bytes: Uint8Array,
): Promise<readonly PdfWarning[]> {
  const attachments: { readonly size: number } | null = await document.getAttachments();
  return [
    ...(attachments !== null && attachments.size > 0 ? (['ATTACHMENTS_DROPPED'] as const) : []),
    ...((await isTagged(document)) ? (['TAGS_DROPPED'] as const) : []),
    ...((await isSigned(document, bytes)) ? (['SIGNATURE_BROKEN'] as const) : []),
  ];
}
