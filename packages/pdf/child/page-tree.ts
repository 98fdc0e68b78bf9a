import { isReference, type ObjectGraph } from './object-graph.ts';

const depthMax = 64;

export function pageReferences(graph: ObjectGraph): readonly string[] {
  const root = graph.dictionary(graph.catalog)?.['/Pages'];
  return isReference(root) ? leaves(graph, root, 0) : [];
}

function leaves(graph: ObjectGraph, reference: string, depth: number): string[] {
  const node = graph.dictionary(reference);
  if (!node || depth > depthMax) return [];
  if (node['/Kids'] === undefined) return [reference];
  return graph.list(node['/Kids']).flatMap((kid) => (isReference(kid) ? leaves(graph, kid, depth + 1) : []));
}

/** Counts all objects of type page, whether or not they are in the page tree. */
export function countPageObjects(graph: ObjectGraph): number {
  return [...graph.entries()].filter(([, value]) => graph.dictionary(value)?.['/Type'] === '/Page').length;
}
