import type { Destinations } from './destinations.ts';
import { stripAction, withStrippedEvents } from './strip-action.ts';
import { isReference, type ObjectGraph, type PdfDictionary, type PdfValue } from './object-graph.ts';

/**
 * Keys of a page that tie it to others or hold private copies of them: articles, data of the program that drew it (whole
 * documents in some), and the number of a structure tree that is not there any more.
 */
const foreignKeys = ['/B', '/PieceInfo', '/PresSteps', '/StructParents', '/Thumb'];

interface Strip {
  readonly graph: ObjectGraph;
  readonly pages: ReadonlySet<string>;
  readonly destinations: Destinations | undefined;
  readonly pageReference: (page: number) => string;
}

/** The name of a named destination, as a text. */
function nameOf(value: PdfValue): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.startsWith('u:')) return value.slice(2);
  if (value.startsWith('b:')) return Buffer.from(value.slice(2), 'hex').toString('latin1');
  return value.startsWith('/') ? value.slice(1) : undefined;
}

function goesTo(graph: ObjectGraph, annotation: PdfDictionary): PdfValue {
  const action = graph.dictionary(annotation['/A']);
  return graph.resolve(action?.['/S'] === '/GoTo' ? action['/D'] : annotation['/Dest']);
}

/** The place that a link or button leads to, in the new document; nothing when that page is not kept. */
async function keptPlace(strip: Strip, target: PdfValue): Promise<readonly PdfValue[] | undefined> {
  const { pages, destinations, pageReference } = strip;
  const place = Array.isArray(target) ? (target as readonly PdfValue[]) : undefined;
  const page = place?.[0];
  if (typeof page === 'string' && pages.has(page)) return place;
  const found = place ? undefined : await destinations?.find(nameOf(target));
  return found && [pageReference(found.page), ...found.view];
}

/**
 * A link that leads nowhere any more is dropped, a button loses its action; a place by name becomes the place itself, and
 * whatever else an annotation does keeps to the pages that are left.
 */
async function stripAnnotation(strip: Strip, annotation: PdfDictionary): Promise<PdfDictionary | undefined> {
  const { graph } = strip;
  const {
    '/A': action,
    '/Dest': destination,
    '/PA': _former,
    '/Lock': _names,
    ...rest
  } = withStrippedEvents(graph, annotation);
  const isLink = rest['/Subtype'] === '/Link';
  const target = goesTo(graph, annotation);
  if (target !== null) {
    const place = await keptPlace(strip, target);
    if (!place) return isLink ? undefined : rest;
    return isLink ? { ...rest, '/Dest': place } : { ...rest, '/A': { '/S': '/GoTo', '/D': place } };
  }
  if (action === undefined && destination === undefined) return rest;
  const stripped = stripAction(graph, action);
  if (stripped) return { ...rest, '/A': stripped };
  return isLink ? undefined : rest;
}

async function stripAnnotations(strip: Strip, annotations: readonly PdfValue[]): Promise<PdfValue[]> {
  const kept: PdfValue[] = [];
  for (const item of annotations) {
    const annotation = strip.graph.dictionary(item);
    const stripped = annotation && (await stripAnnotation(strip, annotation));
    if (!stripped) continue;
    if (isReference(item) && stripped !== annotation) strip.graph.replace(item, stripped);
    kept.push(isReference(item) ? item : stripped);
  }
  return kept;
}

async function stripPage(strip: Strip, reference: string): Promise<readonly PdfValue[]> {
  const page = withStrippedEvents(strip.graph, strip.graph.dictionary(reference) ?? {});
  const kept = Object.fromEntries(Object.entries(page).filter(([key]) => !foreignKeys.includes(key)));
  const annotations = await stripAnnotations(strip, strip.graph.list(page['/Annots']));
  delete kept['/Annots'];
  strip.graph.replace(reference, annotations.length > 0 ? { ...kept, '/Annots': annotations } : kept);
  return annotations;
}

/**
 * Cuts whatever leads from the kept pages to others; what nothing leads to is not written. Gives all annotations that are
 * left; the form they belong to is not cut here.
 */
export async function stripPages(
  graph: ObjectGraph,
  pageReferences: readonly string[],
  destinations: Destinations | undefined,
  pageReference: (page: number) => string,
): Promise<readonly PdfValue[]> {
  const strip = { graph, pages: new Set(pageReferences), destinations, pageReference };
  const annotations: PdfValue[] = [];
  for (const reference of pageReferences) annotations.push(...(await stripPage(strip, reference)));
  return annotations;
}
