import { isReference, type ObjectGraph, type PdfDictionary, type PdfValue } from './object-graph.ts';

/** Action types without references into the document. Excludes scripts, which may quote fields and text of any page. */
const selfContained = new Set(['/URI', '/GoToR', '/Launch', '/Named']);
/** Action types that apply to fields, with the key that lists the fields. */
const fieldKeys: Readonly<Record<string, string>> = {
  '/SubmitForm': '/Fields',
  '/ResetForm': '/Fields',
  '/Hide': '/T',
};

/** Fields given by reference. Names are dropped, because they may belong to a page that is not kept. */
function referencesIn(graph: ObjectGraph, fields: PdfValue): PdfValue[] {
  return (isReference(fields) && graph.dictionary(fields) ? [fields] : graph.list(fields)).filter(
    isReference,
  );
}

/** An action without subsequent actions and field names; undefined if it refers to other parts of the document. */
export function stripAction(graph: ObjectGraph, value: PdfValue | undefined): PdfDictionary | undefined {
  const { '/Next': _next, ...action } = graph.dictionary(value) ?? {};
  const type = action['/S'];
  if (typeof type !== 'string') return undefined;
  if (selfContained.has(type)) return action;
  const key = Object.hasOwn(fieldKeys, type) ? fieldKeys[type] : undefined;
  if (key === undefined) return undefined;
  const fields = action[key];
  return fields === undefined ? action : { ...action, [key]: referencesIn(graph, fields) };
}

/** The same for the actions of events (`/AA`). */
function stripEvents(graph: ObjectGraph, value: PdfValue | undefined): PdfDictionary {
  const events = Object.entries(graph.dictionary(value) ?? {}).flatMap(([event, action]) => {
    const stripped = stripAction(graph, action);
    return stripped === undefined ? [] : [[event, stripped] as const];
  });
  return events.length === 0 ? {} : { '/AA': Object.fromEntries(events) };
}

/** A page, annotation or field with the actions of its events stripped. */
export function withStrippedEvents(graph: ObjectGraph, owner: PdfDictionary): PdfDictionary {
  if (owner['/AA'] === undefined) return owner;
  const { '/AA': events, ...rest } = owner;
  return { ...rest, ...stripEvents(graph, events) };
}
