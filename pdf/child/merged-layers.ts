import { layerList, markLayers, type Layer } from './layers.ts';
import { readObjects } from './object-graph.ts';
import { takeQpdf } from './qpdf.ts';

/** A copy whose layers are marked by their names. */
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
export async function withLayers(bytes: Uint8Array, layers: readonly Layer[]): Promise<Uint8Array> {
  const qpdf = await takeQpdf();
  qpdf.write('in.pdf', bytes);
  const { graph, writeChanges } = readObjects(qpdf, 'in.pdf');
  const list = layerList(graph, layers);
  if (list === undefined) return bytes;
  graph.replace(graph.catalog, { ...graph.dictionary(graph.catalog), '/OCProperties': list });
  writeChanges('changes.json');
  qpdf.run('/in.pdf', '--update-from-json=/changes.json', '--object-streams=generate', '/out.pdf');
  return qpdf.read('out.pdf');
}
