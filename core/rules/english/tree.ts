/** A value as the owner wrote it. */
export type Value =
  | { readonly kind: 'number'; readonly digits: string; readonly unit: string | null }
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean };

type OfNumbers = 'over' | 'under' | 'at-least' | 'at-most' | 'between';
export type Operator = OfNumbers | 'is' | 'contains' | 'starts' | 'ends' | 'exists' | 'changed';

/** One comparison; of several values one is enough, but for `between`. */
export interface Test {
  readonly kind: 'test';
  /** The words of the field without "the", as they were written. */
  readonly field: string;
  readonly operator: Operator;
  /** "is not", "is missing". */
  readonly isDenied: boolean;
  readonly values: readonly Value[];
}

export type Tree =
  | Test
  | { readonly kind: 'not'; readonly of: Tree }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Tree[] };
