import { layerList, markLayers, type Layer } from './layers.ts';
import type { ObjectGraph } from './object-graph.ts';
import { takeQpdf } from './qpdf.ts';

export async function withMarks(
  bytes: Uint8Array,
  layers: readonly Layer[],
): Promise<Uint8Array<ArrayBuffer>> {
  const qpdf = await takeQpdf();
  qpdf.write('in.pdf', bytes);
  markLayers(qpdf, 'in.pdf', layers);
  return new Uint8Array(qpdf.read('in.pdf'));
}

/** Gives a merged document the list of its layers, which hides those that were hidden in the sources. */
export function listLayers(graph: ObjectGraph, layers: readonly Layer[]): void {
  const list = layerList(graph, layers);
  if (list === undefined) return;
  graph.replace(graph.catalog, { ...graph.dictionary(graph.catalog), '/OCProperties': list });
}
