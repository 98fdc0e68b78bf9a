import { isReference, type ObjectGraph, type PdfValue } from './object-graph.ts';

/** The references of all objects reachable from an object, including itself. */
export function reachableFrom(graph: ObjectGraph, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open: PdfValue[] = [start];
  // Iterative, because nesting may exceed the stack.
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isReference(value)) {
      if (found.has(value)) continue;
      found.add(value);
      open.push(graph.resolve(value));
    } else if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value)) open.push(part as PdfValue);
    }
  }
  return found;
}
