import { readObjects, type ObjectGraph } from './object-graph.ts';
import { takeQpdf } from './qpdf.ts';

export async function withChanges(
  bytes: Uint8Array,
  change: (graph: ObjectGraph) => void,
): Promise<Uint8Array> {
  const qpdf = await takeQpdf();
  qpdf.write('in.pdf', bytes);
  const { graph, writeChanges } = readObjects(qpdf, 'in.pdf');
  change(graph);
  writeChanges('changes.json');
  qpdf.run('/in.pdf', '--update-from-json=/changes.json', '--object-streams=generate', '/out.pdf');
  return qpdf.read('out.pdf');
}
