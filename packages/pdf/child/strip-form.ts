import { isReference, type ObjectGraph, type PdfDictionary, type PdfValue } from './object-graph.ts';
import { withStrippedEvents } from './strip-action.ts';

const parentsMax = 64;

/** The widgets on kept pages and their ancestors, up to the root fields of the form. */
function keptFields(graph: ObjectGraph, annotations: readonly PdfValue[]): Set<string> {
  const kept = new Set<string>();
  for (const item of annotations) {
    if (!isReference(item) || graph.dictionary(item)?.['/Subtype'] !== '/Widget') continue;
    let reference: PdfValue | undefined = item;
    for (let step = 0; isReference(reference) && !kept.has(reference) && step < parentsMax; step += 1) {
      kept.add(reference);
      reference = graph.dictionary(reference)?.['/Parent'];
    }
  }
  return kept;
}

function strippedField(
  graph: ObjectGraph,
  field: PdfDictionary,
  isKept: (value: PdfValue) => boolean,
): PdfDictionary {
  const stripped = withStrippedEvents(graph, field);
  return field['/Kids'] === undefined
    ? stripped
    : { ...stripped, '/Kids': graph.list(field['/Kids']).filter(isKept) };
}

/**
 * Removes the fields of other pages, with their values, from the form, which is one tree for the whole document. Returns
 * the references of the remaining fields.
 */
export function stripForm(graph: ObjectGraph, annotations: readonly PdfValue[]): ReadonlySet<string> {
  const kept = keptFields(graph, annotations);
  const isKept = (value: PdfValue) => isReference(value) && kept.has(value);
  for (const reference of kept) {
    const field = graph.dictionary(reference);
    if (field !== undefined) graph.replace(reference, strippedField(graph, field, isKept));
  }
  const { '/AcroForm': form, ...rest } = graph.dictionary(graph.catalog) ?? {};
  const { '/XFA': _xfa, ...formRest } = graph.dictionary(form) ?? {};
  const fields = graph.list(formRest['/Fields']).filter(isKept);
  const catalog = fields.length > 0 ? { ...rest, '/AcroForm': { ...formRest, '/Fields': fields } } : rest;
  graph.replace(graph.catalog, catalog);
  return kept;
}
