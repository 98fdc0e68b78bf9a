import type { Destinations } from './destinations.ts';
import { stripAction, withStrippedEvents } from './strip-action.ts';
import { isReference, type ObjectGraph, type PdfDictionary, type PdfValue } from './object-graph.ts';

/**
 * Keys of a page that refer to other pages or may contain copies of them: articles, private data of the producer (some
 * store the whole document), thumbnails, and the key into a structure tree that is not copied.
 */
const removedKeys = ['/B', '/PieceInfo', '/PresSteps', '/StructParents', '/Thumb'];

interface StripContext {
  readonly graph: ObjectGraph;
  readonly pages: ReadonlySet<string>;
  readonly destinations: Destinations | undefined;
  readonly pageReference: (page: number) => string;
}

function destinationName(value: PdfValue): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.startsWith('u:')) return value.slice(2);
  if (value.startsWith('b:')) return Buffer.from(value.slice(2), 'hex').toString('latin1');
  return value.startsWith('/') ? value.slice(1) : undefined;
}

/** The destination of a link or button; null if it has none. */
function destinationOf(graph: ObjectGraph, annotation: PdfDictionary): PdfValue {
  const action = graph.dictionary(annotation['/A']);
  return graph.resolve(action?.['/S'] === '/GoTo' ? action['/D'] : annotation['/Dest']);
}

/** A destination in the new document; undefined if its page is not kept. */
async function keptDestination(
  context: StripContext,
  target: PdfValue,
): Promise<readonly PdfValue[] | undefined> {
  const { pages, destinations, pageReference } = context;
  const explicit = Array.isArray(target) ? (target as readonly PdfValue[]) : undefined;
  const page = explicit?.[0];
  if (typeof page === 'string' && pages.has(page)) return explicit;
  const found = explicit ? undefined : await destinations?.find(destinationName(target));
  return found && [pageReference(found.page), ...found.view];
}

/**
 * Removes a link, or the action of a button, whose destination is not kept; undefined if the annotation is removed. Named
 * destinations become explicit ones, and other actions are reduced to the kept pages.
 */
async function stripAnnotation(
  context: StripContext,
  annotation: PdfDictionary,
): Promise<PdfDictionary | undefined> {
  const { graph } = context;
  const {
    '/A': action,
    '/Dest': destination,
    '/PA': _former,
    '/Lock': _names,
    ...rest
  } = withStrippedEvents(graph, annotation);
  const isLink = rest['/Subtype'] === '/Link';
  const target = destinationOf(graph, annotation);
  if (target !== null) {
    const kept = await keptDestination(context, target);
    if (!kept) return isLink ? undefined : rest;
    return isLink ? { ...rest, '/Dest': kept } : { ...rest, '/A': { '/S': '/GoTo', '/D': kept } };
  }
  if (action === undefined && destination === undefined) return rest;
  const stripped = stripAction(graph, action);
  if (stripped) return { ...rest, '/A': stripped };
  return isLink ? undefined : rest;
}

async function stripAnnotations(
  context: StripContext,
  annotations: readonly PdfValue[],
): Promise<PdfValue[]> {
  const kept: PdfValue[] = [];
  for (const item of annotations) {
    const annotation = context.graph.dictionary(item);
    const stripped = annotation && (await stripAnnotation(context, annotation));
    if (!stripped) continue;
    if (isReference(item) && stripped !== annotation) context.graph.replace(item, stripped);
    kept.push(isReference(item) ? item : stripped);
  }
  return kept;
}

async function stripPage(context: StripContext, reference: string): Promise<readonly PdfValue[]> {
  const page = withStrippedEvents(context.graph, context.graph.dictionary(reference) ?? {});
  const kept = Object.fromEntries(Object.entries(page).filter(([key]) => !removedKeys.includes(key)));
  const annotations = await stripAnnotations(context, context.graph.list(page['/Annots']));
  delete kept['/Annots'];
  context.graph.replace(reference, annotations.length > 0 ? { ...kept, '/Annots': annotations } : kept);
  return annotations;
}

/**
 * Removes references from the kept pages to other pages; unreachable objects are not written. Returns the remaining
 * annotations. The form that they belong to is not changed here.
 */
export async function stripPages(
  graph: ObjectGraph,
  pageReferences: readonly string[],
  destinations: Destinations | undefined,
  pageReference: (page: number) => string,
): Promise<readonly PdfValue[]> {
  const context = { graph, pages: new Set(pageReferences), destinations, pageReference };
  const annotations: PdfValue[] = [];
  for (const reference of pageReferences) annotations.push(...(await stripPage(context, reference)));
  return annotations;
}
