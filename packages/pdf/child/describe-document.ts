import type { PdfInfo } from '../pdf-answers.ts';
import { isoDate } from './pdf-date.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';

/** Bounds metadata fields, which a hostile file can make arbitrarily long. */
const charsMax = 4_096;

export type DocumentDescription = Omit<PdfInfo, 'action' | 'pageCount' | 'pages' | 'sizeBytes'>;

function asText(value: unknown): string | null {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const text = parts.filter((part) => typeof part === 'string').join(', ');
  const clean = text.slice(0, charsMax).replaceAll('\u0000', '').trim();
  return clean === '' ? null : clean;
}

/** The later of two versions: that of the catalogue counts only if it is later than the header's (ISO 32000, 7.5.5). */
function laterVersion(catalog: string | null, header: string | null): string | null {
  if (catalog === null || header === null) return catalog ?? header;
  return Number(header) > Number(catalog) ? header : catalog;
}

/** The document's metadata: the information dictionary, with XMP as fallback. */
export async function describeDocument(
  document: PDFDocumentProxy,
  headerVersion: string | null,
): Promise<DocumentDescription> {
  const { info, metadata } = await document.getMetadata();
  const fields = info as Readonly<Record<string, unknown>>;
  const read = (key: string, xmpKey: string) => asText(fields[key]) ?? asText(metadata?.get(xmpKey));
  return {
    title: read('Title', 'dc:title'),
    author: read('Author', 'dc:creator'),
    subject: read('Subject', 'dc:description'),
    keywords: read('Keywords', 'pdf:keywords') ?? asText(metadata?.get('dc:subject')),
    creator: read('Creator', 'xmp:creatortool'),
    producer: read('Producer', 'pdf:producer'),
    createdAt: isoDate(read('CreationDate', 'xmp:createdate')),
    modifiedAt: isoDate(read('ModDate', 'xmp:modifydate')),
    pdfVersion: laterVersion(asText(fields['PDFFormatVersion']), headerVersion),
    encrypted: typeof fields['EncryptFilterName'] === 'string',
  };
}
