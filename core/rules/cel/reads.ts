import { type Expression, partsOf } from './expression.ts';
import { pathOf } from './paths.ts';

/** The places that a condition tests; each place as often as it does. Items of a list share one place. */
export interface Reads {
  readonly values: string[];
  /** Places of which it is only asked whether they are there. */
  readonly presences: string[];
  readonly questions: string[];
}

export function readsOf(expression: Expression): Reads {
  const reads: Reads = { values: [], presences: [], questions: [] };
  visit(expression, reads);
  return reads;
}

export const placeOfPath = (path: string): string =>
  path.replaceAll(/\[\d+\]/g, '[]').replace(/(?:\[\])+$/, '');

function visit(node: Expression, reads: Reads): void {
  const { values, presences, questions } = reads;
  const presence = presenceIn(node);
  const path = pathOf(node);
  if (node.kind === 'ask') questions.push(node.question);
  else if (presence !== null) presences.push(placeOfPath(presence));
  else if (path !== null && node.kind !== 'macro') values.push(placeOfPath(path));
  // The items, not the list, are what a macro tests.
  else for (const part of partsOf(node)) if (!isListOf(node, part)) visit(part, reads);
}

const isListOf = (node: Expression, part: Expression): boolean =>
  node.kind === 'macro' && part === node.of && pathOf(part) !== null && part.kind !== 'macro';

/** The place of which `has()` asks, or `!= null`, which guards what follows. */
function presenceIn(node: Expression): string | null {
  if (node.kind === 'has') return pathOf(node);
  return node.kind === 'binary' && node.operator === '!=' && isNull(node.right) ? pathOf(node.left) : null;
}

const isNull = (node: Expression): boolean => node.kind === 'literal' && node.value === null;
