import { isReference, type ObjectGraph, type PdfDictionary, type PdfValue } from './object-graph.ts';

/** Types of document-level objects, which only the source catalogue should reference. */
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
 * Clears annotations, fields and document parts that do not belong to kept pages. Most are unreachable anyway, but a
 * reply, a reset button or a signature may reference other pages and would pull their content in.
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
      // /Reference lists what a signature covers: field names and the whole document.
      const { '/Reference': _covered, ...signature } = dictionary;
      graph.replace(reference, signature);
    }
  }
}

/** The popup of a kept note may be missing from the page's annotation list. */
function isPopupOf(kept: ReadonlySet<PdfValue>, annotation: PdfDictionary): boolean {
  return annotation['/Subtype'] === '/Popup' && kept.has(annotation['/Parent'] ?? null);
}
