import { type Expression, literalText, partsOf } from './expression.ts';
import { formatExpression, writeMember } from './format.ts';

/** The path of a part in a delivery: `body.items[].price`; null if it is no place. */
export function pathOf(node: Expression): string | null {
  if (node.kind === 'variable') return node.name;
  const step = stepOf(node);
  if (step === null) return null;
  const of = pathOf(step.of);
  return of === null ? null : of + step.text;
}

function stepOf(node: Expression): { readonly of: Expression; readonly text: string } | null {
  if (node.kind === 'local') return { of: node.of, text: '[]' };
  if (node.kind === 'select' || node.kind === 'has') return { of: node.of, text: writeMember(node.member) };
  if (node.kind === 'index' && node.index.kind === 'literal')
    return { of: node.of, text: `[${formatExpression(node.index)}]` };
  return node.kind === 'macro' && node.name === 'filter' ? { of: node.of, text: '' } : null;
}

/** A member that a condition reads. */
export interface ReadPath {
  readonly path: string;
  /** A part before it makes the condition certain wherever the member is missing, if its writer thought of it. */
  readonly isGuarded: boolean;
}

/** What is known where a part is evaluated: `event == "x"` before it, or `has()` of these paths. */
interface Guards {
  readonly hasKind: boolean;
  readonly paths: ReadonlySet<string>;
}

const none: Guards = { hasKind: false, paths: new Set() };
const together = (one: Guards, other: Guards): Guards => ({
  hasKind: one.hasKind || other.hasKind,
  paths: new Set([...one.paths, ...other.paths]),
});

/** The paths that a condition reads, each once: guarded only if it is so wherever it is read. */
export function pathsOf(expression: Expression): readonly ReadPath[] {
  const found = new Map<string, boolean>();
  visit(expression, none, (path, isGuarded) => found.set(path, isGuarded && (found.get(path) ?? true)));
  return [...found].map(([path, isGuarded]) => ({ path, isGuarded }));
}

type Add = (path: string, isGuarded: boolean) => void;

function visit(node: Expression, guards: Guards, add: Add): void {
  const path = node.kind === 'select' || node.kind === 'index' ? pathOf(node) : null;
  if (path !== null) add(path, guards.hasKind || guards.paths.has(path));
  if (node.kind === 'and' || node.kind === 'or') visitJunction(node.of, node.kind === 'and', guards, add);
  else if (node.kind === 'conditional') {
    visit(node.test, guards, add);
    visit(node.yes, together(guards, guardsOf(node.test, true)), add);
    visit(node.no, together(guards, guardsOf(node.test, false)), add);
  } else if (node.kind === 'macro' && node.filter !== null) {
    visit(node.of, guards, add);
    visit(node.filter, guards, add);
    visit(node.body, together(guards, guardsOf(node.filter, true)), add);
  } else for (const part of partsOf(node)) visit(part, guards, add);
}

/** Each part is guarded by those before it: with `&&` where they are true, with `||` where they are false. */
function visitJunction(parts: readonly Expression[], isTrue: boolean, guards: Guards, add: Add): void {
  let before = guards;
  for (const part of parts) {
    visit(part, before, add);
    before = together(before, guardsOf(part, isTrue));
  }
}

/** What is known once a part is true, or false. */
function guardsOf(node: Expression, isTrue: boolean): Guards {
  if (node.kind === 'not') return guardsOf(node.of, !isTrue);
  if ((node.kind === 'and' && isTrue) || (node.kind === 'or' && !isTrue))
    return node.of.map((part) => guardsOf(part, isTrue)).reduce(together);
  if (!isTrue) return none;
  if (node.kind === 'has') return ofPath(pathOf(node));
  if (node.kind !== 'binary') return none;
  const { operator, left, right } = node;
  const name = operator === 'in' ? literalText(left) : null;
  if (name !== null) return ofPath(pathOf({ kind: 'select', of: right, member: name }));
  const isKind =
    (operator === '==' || operator === 'in') && [left, right].some((side) => pathOf(side) !== null);
  return isKind ? { ...none, hasKind: true } : none;
}

const ofPath = (path: string | null): Guards => (path === null ? none : { ...none, paths: new Set([path]) });

/**
 * Whether a condition may be evaluated before a delivery is stored: it compares members, also found by their names or read by a function, and
 * asks for them. Lists that it would go through, patterns and questions are for a worker.
 */
export const isDoorExpression = (node: Expression): boolean =>
  doorKinds.has(node.kind) && partsOf(node).every(isDoorExpression);

const doorKinds: ReadonlySet<Expression['kind']> = new Set([
  'literal',
  'variable',
  'select',
  'index',
  'has',
  'list',
  'not',
  'and',
  'or',
  'conditional',
  'binary',
  'negate',
  'call',
  'field',
  'has-field',
]);
