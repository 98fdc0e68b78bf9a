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

const fieldTypes = new Set<PdfValue>(['/Tx', '/Btn', '/Ch', '/Sig']);

const isName = (value: PdfValue) => typeof value === 'string' && value.startsWith('/');
const isText = (value: PdfValue) => typeof value === 'string' && /^[ub]:/.test(value);

// Types of values count, not only keys: the glyphs of a font may be called T, V or Subtype.
function isAnnotation(graph: ObjectGraph, value: PdfDictionary): boolean {
  if (value['/Type'] === '/Annot') return true;
  return isName(graph.resolve(value['/Subtype'])) && Array.isArray(graph.resolve(value['/Rect']));
}

function isField(graph: ObjectGraph, value: PdfDictionary): boolean {
  if (fieldTypes.has(graph.resolve(value['/FT']))) return true;
  if (!isText(graph.resolve(value['/T']))) return false;
  return ['/Kids', '/Parent', '/V'].some((key) => value[key] !== undefined);
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
    if (
      documentTypes.has(dictionary['/Type']) ||
      isAnnotation(graph, dictionary) ||
      isField(graph, dictionary)
    ) {
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
