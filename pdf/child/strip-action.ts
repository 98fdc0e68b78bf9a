import { isReference, type ObjectGraph, type PdfDictionary, type PdfValue } from './object-graph.ts';

/** Action types without references into the document. Excludes scripts, which may quote fields and text of any page. */
const selfContained = new Set(['/URI', '/GoToR', '/Launch', '/Named']);
/** Kinds that work on fields, with the key under which they list them. */
const fieldKeys: Readonly<Record<string, string>> = {
  '/SubmitForm': '/Fields',
  '/ResetForm': '/Fields',
  '/Hide': '/T',
};

/** Fields by reference; the name of one may be on a page that is not kept. */
function referencesIn(graph: ObjectGraph, fields: PdfValue): PdfValue[] {
  return (isReference(fields) && graph.dictionary(fields) ? [fields] : graph.list(fields)).filter(
    isReference,
  );
}

/** An action without what follows it and without names of other places; nothing when it is of no use then. */
export function stripAction(graph: ObjectGraph, value: PdfValue | undefined): PdfDictionary | undefined {
  const { '/Next': _next, ...action } = graph.dictionary(value) ?? {};
  const kind = action['/S'];
  if (typeof kind !== 'string') return undefined;
  if (selfContained.has(kind)) return action;
  const key = Object.hasOwn(fieldKeys, kind) ? fieldKeys[kind] : undefined;
  if (key === undefined) return undefined;
  const fields = action[key];
  return fields === undefined ? action : { ...action, [key]: referencesIn(graph, fields) };
}

/** The same for actions that belong to events (`/AA`). */
function stripEvents(graph: ObjectGraph, value: PdfValue | undefined): PdfDictionary {
  const events = Object.entries(graph.dictionary(value) ?? {}).flatMap(([event, action]) => {
    const stripped = stripAction(graph, action);
    return stripped === undefined ? [] : [[event, stripped] as const];
  });
  return events.length === 0 ? {} : { '/AA': Object.fromEntries(events) };
}

/** A page, annotation or field whose events lead nowhere else. */
export function withStrippedEvents(graph: ObjectGraph, owner: PdfDictionary): PdfDictionary {
  if (owner['/AA'] === undefined) return owner;
  const { '/AA': events, ...rest } = owner;
  return { ...rest, ...stripEvents(graph, events) };
}
