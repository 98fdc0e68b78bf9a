import { isReference, type ObjectGraph, type PdfValue } from './object-graph.ts';
import { pageReferences } from './page-tree.ts';

const depthMax = 64;

/** pdf.js writes the parent of the first group of a group only. Without it a field has lost the beginning of its name. */
export function restoreParents(graph: ObjectGraph): void {
  const seen = new Set<string>();
  const open = [...rootFields(graph)];
  for (let field = open.pop(); field !== undefined; field = open.pop()) {
    if (seen.has(field)) continue;
    seen.add(field);
    for (const kid of graph.list(graph.dictionary(field)?.['/Kids']).filter(isReference)) {
      const value = graph.dictionary(kid);
      if (value !== undefined && value['/Parent'] === undefined)
        graph.replace(kid, { ...value, '/Parent': field });
      open.push(kid);
    }
  }
}

function rootFields(graph: ObjectGraph): readonly string[] {
  const form = graph.dictionary(graph.dictionary(graph.catalog)?.['/AcroForm']);
  return graph.list(form?.['/Fields']).filter(isReference);
}

function rootOf(graph: ObjectGraph, field: string): string {
  let root = field;
  for (let step = 0; step < depthMax; step += 1) {
    const parent = graph.dictionary(root)?.['/Parent'];
    if (!isReference(parent)) return root;
    root = parent;
  }
  return root;
}

/** The document that each root field comes from, by its index: the one whose pages show the field. */
function sourcesOfRoots(graph: ObjectGraph, pageCounts: readonly number[]): ReadonlyMap<PdfValue, number> {
  const sources = new Map<PdfValue, number>();
  const sourceOfPage = pageCounts.flatMap((count, source) => Array.from({ length: count }, () => source));
  for (const [index, page] of pageReferences(graph).entries()) {
    for (const annotation of graph.list(graph.dictionary(page)?.['/Annots'])) {
      if (!isReference(annotation)) continue;
      const root = rootOf(graph, annotation);
      if (!sources.has(root)) sources.set(root, sourceOfPage[index] ?? 0);
    }
  }
  return sources;
}

/** A string of qpdf's JSON is text (`u:`) or, where its bytes are no text, hexadecimal (`b:`). */
function withSuffix(name: string, count: number): string {
  const suffix = `+${count}`;
  return name.startsWith('b:') ? name + Buffer.from(suffix).toString('hex') : name + suffix;
}

/**
 * Root fields of one name are one field, so what the second of two merged documents says would hide or replace the value of
 * the first. As qpdf does, the later one is renamed: `name+1`. Returns whether any was.
 */
export function renameFields(graph: ObjectGraph, pageCounts: readonly number[]): boolean {
  const sources = sourcesOfRoots(graph, pageCounts);
  const fields = rootFields(graph);
  const nameOf = (field: string) => graph.resolve(graph.dictionary(field)?.['/T']);
  const taken = new Set<PdfValue>();
  let hasRenamed = false;
  for (const source of pageCounts.keys()) {
    const own = fields.filter((field) => (sources.get(field) ?? 0) === source);
    const ownNames = new Set(own.map(nameOf));
    const newNames = new Map<PdfValue, string>();
    for (const field of own) {
      const name = nameOf(field);
      if (typeof name !== 'string' || !taken.has(name)) continue;
      let newName = newNames.get(name);
      for (let count = 1; newName === undefined; count += 1) {
        const candidate = withSuffix(name, count);
        if (!taken.has(candidate) && !ownNames.has(candidate)) newName = candidate;
      }
      newNames.set(name, newName);
      graph.replace(field, { ...graph.dictionary(field), '/T': newName });
      hasRenamed = true;
    }
    for (const name of [...ownNames, ...newNames.values()]) taken.add(name);
  }
  return hasRenamed;
}
