/** A condition on a delivery: what the rules read from a sentence, or what a model compiled one to. */
export type Condition = Test | Not | Every | Some | Always;

export const operators = [
  'eq',
  'contains',
  'starts',
  'ends',
  'gt',
  'gte',
  'lt',
  'lte',
  'before',
  'after',
  'exists',
  'empty',
] as const;
export type Op = (typeof operators)[number];

/** Where a value is. `words` is what the owner wrote, a path or words; it is looked up per delivery. */
export type Field =
  | { readonly kind: 'field'; readonly words: string }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'body' }
  | { readonly kind: 'count'; readonly words: string }
  | { readonly kind: 'sum'; readonly words: string };

export interface Test {
  readonly kind: 'test';
  readonly field: Field;
  readonly op: Op;
  /** One match is enough. Empty for `exists` and `empty`. */
  readonly values: readonly string[];
  /** For a list: is one matching item enough, or must all of them match? */
  readonly quantifier: 'any' | 'all';
  /** "the order is paid": when the field is an object rather than a value, its status is meant. */
  readonly isState: boolean;
}
interface Not {
  readonly kind: 'not';
  readonly of: Condition;
}
interface Every {
  readonly kind: 'every';
  readonly of: readonly Condition[];
}
interface Some {
  readonly kind: 'some';
  readonly of: readonly Condition[];
}
interface Always {
  readonly kind: 'always';
}

export const not = (of: Condition): Condition => (of.kind === 'not' ? of.of : { kind: 'not', of });

export function every(of: readonly Condition[]): Condition {
  const real = of.filter(({ kind }) => kind !== 'always');
  const [only] = real;
  if (only === undefined) return { kind: 'always' };
  return real.length === 1 ? only : { kind: 'every', of: real };
}

export function some(of: readonly Condition[]): Condition {
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { kind: 'some', of };
}
