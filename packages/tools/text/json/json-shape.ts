import type { JsonTree } from './json-tree.ts';

/** The shape of JSON values; several values are merged into one shape. */
export interface Shape {
  /** string, integer, number, boolean, null. */
  readonly scalars: Set<string>;
  items: Shape | undefined;
  members: Map<string, { readonly shape: Shape; seen: number }> | undefined;
  count: number;
}

const emptyShape = (): Shape => ({ scalars: new Set(), items: undefined, members: undefined, count: 0 });

function scalarName(tree: Exclude<JsonTree, { kind: 'object' | 'array' }>): string {
  if (tree.kind === 'string') return 'string';
  if (tree.kind === 'number') return /^-?\d+$/.test(tree.raw) ? 'integer' : 'number';
  return tree.value === null ? 'null' : 'boolean';
}

function addTo(shape: Shape, tree: JsonTree): void {
  if (tree.kind === 'array') {
    shape.items ??= emptyShape();
    for (const item of tree.items) addTo(shape.items, item);
  } else if (tree.kind === 'object') {
    shape.count += 1;
    shape.members ??= new Map();
    for (const [name, value] of tree.entries) {
      const member = shape.members.get(name) ?? { shape: emptyShape(), seen: 0 };
      member.seen += 1;
      shape.members.set(name, member);
      addTo(member.shape, value);
    }
  } else shape.scalars.add(scalarName(tree));
  if (shape.scalars.has('number')) shape.scalars.delete('integer');
}

export function shapeOf(tree: JsonTree): Shape {
  const shape = emptyShape();
  addTo(shape, tree);
  return shape;
}
