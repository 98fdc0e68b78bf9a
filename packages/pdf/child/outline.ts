import type { Destination, Destinations } from './destinations.ts';
import type { ObjectGraph, PdfValue } from './object-graph.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';

type SourceEntry = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

/** An outline entry whose destination is a kept page. */
interface Entry {
  readonly title: string;
  readonly destination: Destination;
  readonly color: readonly number[];
  readonly flags: number;
  readonly isOpen: boolean;
  readonly children: readonly Entry[];
}

const entriesMax = 20_000;
const titleCharsMax = 4_096;
const depthMax = 100;

/**
 * The outline entries of kept pages. Titles are content of the page they point to, so entries of other pages are
 * removed and their children move up.
 */
async function keptEntries(
  source: readonly SourceEntry[],
  destinations: Destinations,
  budget: { left: number },
  depth = 0,
): Promise<Entry[]> {
  const kept: Entry[] = [];
  for (const { title, dest, bold, italic, color, count, items } of source) {
    if (budget.left <= 0 || depth > depthMax) break;
    budget.left -= 1;
    const children = await keptEntries(items as SourceEntry[], destinations, budget, depth + 1);
    const destination = dest ? await destinations.find(dest) : undefined;
    if (!destination) {
      kept.push(...children);
      continue;
    }
    const flags = (italic ? 1 : 0) + (bold ? 2 : 0);
    const isOpen = (count ?? 0) > 0;
    kept.push({
      title: title.slice(0, titleCharsMax),
      destination,
      color: [...color],
      flags,
      isOpen,
      children,
    });
  }
  return kept;
}

export async function readOutline(
  document: PDFDocumentProxy,
  destinations: Destinations,
): Promise<readonly Entry[]> {
  // Null if there is no outline, contrary to the type declaration.
  const source: readonly SourceEntry[] | null = await document.getOutline();
  return keptEntries(source ?? [], destinations, { left: entriesMax });
}

function shownCount(entries: readonly Entry[]): number {
  return entries.reduce((sum, { isOpen, children }) => sum + 1 + (isOpen ? shownCount(children) : 0), 0);
}

function childKeys(
  entries: readonly Entry[],
  references: readonly string[],
  isOpen: boolean,
): Record<string, PdfValue> {
  const [first, last] = [references[0], references.at(-1)];
  if (first === undefined || last === undefined) return {};
  return { '/First': first, '/Last': last, '/Count': shownCount(entries) * (isOpen ? 1 : -1) };
}

function addEntries(
  graph: ObjectGraph,
  parent: string,
  entries: readonly Entry[],
  pageReference: (page: number) => string,
): readonly string[] {
  const references = entries.map(() => graph.add({}));
  entries.forEach((entry, index) => {
    const reference = references[index] ?? '';
    const children = addEntries(graph, reference, entry.children, pageReference);
    const [previous, next] = [references[index - 1], references[index + 1]];
    graph.replace(reference, {
      '/Title': `u:${entry.title}`,
      '/Parent': parent,
      '/Dest': [pageReference(entry.destination.page), ...entry.destination.view],
      ...(previous === undefined ? {} : { '/Prev': previous }),
      ...(next === undefined ? {} : { '/Next': next }),
      ...(entry.flags === 0 ? {} : { '/F': entry.flags }),
      ...(entry.color.some((part) => part > 0) ? { '/C': entry.color.map((part) => part / 255) } : {}),
      ...childKeys(entry.children, children, entry.isOpen),
    });
  });
  return references;
}

/** Writes an outline and returns its reference; undefined for an empty one. */
export function addOutline(
  graph: ObjectGraph,
  entries: readonly Entry[],
  pageReference: (page: number) => string,
): string | undefined {
  if (entries.length === 0) return undefined;
  const root = graph.add({});
  const references = addEntries(graph, root, entries, pageReference);
  graph.replace(root, { '/Type': '/Outlines', ...childKeys(entries, references, true) });
  return root;
}
