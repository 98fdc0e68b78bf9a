import {
  isReference,
  type ObjectGraph,
  type PdfDictionary,
  type PdfValue,
  readObjects,
} from './object-graph.ts';
import { type PDFDocumentProxy, referenceOf } from './pdfjs.ts';
import type { Qpdf } from './qpdf.ts';

/** A layer of the source document (optional content group). */
export interface Layer {
  /** Reference in the source, such as `10 0 R`. */
  readonly reference: string;
  readonly name: string;
  /** By default; a reader may show it. */
  readonly isHidden: boolean;
}

/** The layers of a document; none if it has no list of them, which then have no effect. */
export async function readLayers(document: PDFDocumentProxy): Promise<readonly Layer[]> {
  const config = await document.getOptionalContentConfig();
  return [...config].map(([id, { name, visible }]: [string, { name: unknown; visible: boolean }]) => ({
    reference: referenceOf(id),
    name: String(name),
    isHidden: !visible,
  }));
}

/** Set behind the names of hidden layers while their references change, if a visible layer has the same name. */
const hiddenMark = '\u{F8FF}hidden';

/** The hidden layers that a name alone does not tell from a visible one. */
export function ambiguousLayers(layers: readonly Layer[]): readonly Layer[] {
  const visible = new Set(layers.filter(({ isHidden }) => !isHidden).map(({ name }) => name));
  return layers.filter(({ isHidden, name }) => isHidden && visible.has(name));
}

export function markLayers(qpdf: Qpdf, file: string, layers: readonly Layer[]): void {
  if (layers.length === 0) return;
  const { graph, writeChanges } = readObjects(qpdf, file);
  for (const { reference, name } of layers) {
    const layer = graph.dictionary(reference);
    if (layer !== undefined) graph.replace(reference, { ...layer, '/Name': `u:${name}${hiddenMark}` });
  }
  writeChanges('marks.json');
  qpdf.run(`/${file}`, '--update-from-json=/marks.json', '/marked.pdf');
  qpdf.write(file, qpdf.read('marked.pdf'));
}

function nameOf(layer: PdfDictionary | undefined): string | undefined {
  const written = layer?.['/Name'];
  if (typeof written !== 'string') return undefined;
  return written.startsWith('b:')
    ? Buffer.from(written.slice(2), 'hex').toString('latin1')
    : written.slice(2);
}

/** Whether a layer of the new document is a hidden one of the source; a mark is taken away. */
function takeHidden(graph: ObjectGraph, reference: PdfValue, layers: readonly Layer[]): boolean {
  const layer = graph.dictionary(reference);
  const name = nameOf(layer);
  if (name?.endsWith(hiddenMark) === true && isReference(reference)) {
    graph.replace(reference, { ...layer, '/Name': `u:${name.slice(0, -hiddenMark.length)}` });
    return true;
  }
  const unmarked = new Set(ambiguousLayers(layers));
  return layers.some((source) => source.isHidden && source.name === name && !unmarked.has(source));
}

/** Without this list PDF readers would show layers that the document hides; with one of ours they would hide others. */
export function layerList(graph: ObjectGraph, source: readonly Layer[]): PdfDictionary | undefined {
  if (source.length === 0) return undefined;
  // Names of layers used only on other pages are content of those pages and must not leak.
  const shown = reachableFrom(graph, graph.catalog);
  const all = [...graph.entries()]
    .filter(([reference, value]) => graph.dictionary(value)?.['/Type'] === '/OCG' && shown.has(reference))
    .map(([reference]) => reference);
  if (all.length === 0) return undefined;
  const off = all.filter((reference) => takeHidden(graph, reference, source));
  return { '/OCGs': all, '/D': { '/Order': all, ...(off.length > 0 ? { '/OFF': off } : {}) } };
}

/** The references of all objects reachable from an object, including itself. */
function reachableFrom(graph: ObjectGraph, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open: PdfValue[] = [start];
  // Iterative, because nesting may exceed the stack.
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isReference(value)) {
      if (found.has(value)) continue;
      found.add(value);
      open.push(graph.resolve(value));
    } else if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value)) open.push(part as PdfValue);
    }
  }
  return found;
}
