import { layerList, readLayers, type Layer } from './layers.ts';
import type { ObjectGraph, PdfDictionary } from './object-graph.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';
import { withoutClaims } from './xmp-claims.ts';

const charsMax = 4_096;
const xmpCharsMax = 1_000_000;
const textKeys = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate'];

export interface DocumentParts {
  readonly info: PdfDictionary;
  /** Without claims to conform to a standard. */
  readonly xmp: string | null;
  /** By page index of the source. */
  readonly labels: readonly string[] | null;
  /** Empty where the source has no list of layers. */
  readonly layers: readonly Layer[];
  readonly language: string | null;
}

export async function readParts(document: PDFDocumentProxy): Promise<DocumentParts> {
  const { info, metadata } = await document.getMetadata();
  const fields = info as Readonly<Record<string, unknown>>;
  const texts = textKeys.flatMap((key) => {
    const value = fields[key];
    return typeof value === 'string' && value !== ''
      ? [[`/${key}`, `u:${value.slice(0, charsMax)}`] as const]
      : [];
  });
  const xmp: unknown = metadata?.getRaw();
  const language = fields['Language'];
  return {
    info: Object.fromEntries(texts),
    xmp: typeof xmp === 'string' && xmp.length <= xmpCharsMax ? withoutClaims(xmp) : null,
    labels: await document.getPageLabels(),
    layers: await readLayers(document),
    language: typeof language === 'string' ? language.slice(0, 100) : null,
  };
}

function labelTree(labels: readonly string[], pages: readonly number[]): PdfDictionary {
  const entries = pages.flatMap((page, index) => [
    index,
    { '/P': `u:${(labels[page - 1] ?? '').slice(0, charsMax)}` },
  ]);
  return { '/Nums': entries };
}

export function writeParts(
  graph: ObjectGraph,
  parts: DocumentParts,
  pages: readonly number[],
  outline: string | undefined,
): void {
  const layers = layerList(graph, parts.layers);
  const { xmp, labels, language } = parts;
  graph.replace(graph.catalog, {
    ...graph.dictionary(graph.catalog),
    ...(outline === undefined ? {} : { '/Outlines': outline }),
    ...(layers === undefined ? {} : { '/OCProperties': layers }),
    ...(labels === null ? {} : { '/PageLabels': labelTree(labels, pages) }),
    ...(language === null ? {} : { '/Lang': `u:${language}` }),
    ...(xmp === null
      ? {}
      : {
          '/Metadata': graph.addStream(
            { '/Type': '/Metadata', '/Subtype': '/XML' },
            Buffer.from(xmp, 'utf8'),
          ),
        }),
  });
  if (Object.keys(parts.info).length > 0) graph.setInfo(parts.info);
}
