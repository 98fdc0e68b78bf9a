import { isReference, type ObjectGraph, type PdfDictionary, type PdfValue } from './object-graph.ts';

/** Parts of the source document that only its own catalogue leads to in an orderly way. */
const documentTypes = new Set<PdfValue | undefined>([
  '/Catalog',
  '/Thread',
  '/Bead',
  '/StructTreeRoot',
  '/StructElem',
  '/Outlines',
]);

function isAnnotation(value: PdfDictionary): boolean {
  return value['/Type'] === '/Annot' || (value['/Rect'] !== undefined && value['/Subtype'] !== undefined);
}

function isField(value: PdfDictionary): boolean {
  if (value['/FT'] !== undefined) return true;
  return value['/T'] !== undefined && ['/Kids', '/Parent', '/V'].some((key) => value[key] !== undefined);
}

/**
 * Empties annotations, fields and parts of the document that do not belong to kept pages. Nothing leads to most of them; but
 * a reply, a reset button or a signature may point across pages, and would take along what it points at.
 */
export function clearUnkeptObjects(
  graph: ObjectGraph,
  annotations: readonly PdfValue[],
  fields: ReadonlySet<string>,
): void {
  const kept = new Set<PdfValue>([...annotations, ...fields, graph.catalog]);
  for (const [reference, value] of graph.entries()) {
    const dictionary = graph.dictionary(value);
    if (!dictionary || !isReference(reference) || kept.has(reference)) continue;
    if (isPopupOf(kept, dictionary)) continue;
    if (documentTypes.has(dictionary['/Type']) || isAnnotation(dictionary) || isField(dictionary)) {
      graph.clear(reference);
    } else if (dictionary['/ByteRange'] !== undefined && dictionary['/Reference'] !== undefined) {
      // What a signature covers: names of fields, and the whole document.
      const { '/Reference': _covered, ...signature } = dictionary;
      graph.replace(reference, signature);
    }
  }
}

/** The window of a kept note need not be listed on the page itself. */
function isPopupOf(kept: ReadonlySet<PdfValue>, annotation: PdfDictionary): boolean {
  return annotation['/Subtype'] === '/Popup' && kept.has(annotation['/Parent'] ?? null);
}
