/** A condition on a delivery: what the rules read from a sentence, or what a model compiled one to. */
export type Condition = Test | Not | Every | Some | Readings | Always;

const operators = [
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
  | {
      readonly kind: 'field';
      readonly words: string;
      /** Written as a path, `like.this` or in backticks: it is there or it is not. */
      readonly isPath?: true;
      /** Not the owner's own word: where no field is called so, another may be meant. */
      readonly isImplied?: true;
      /** "An order is paid": any of them, so that it happens is meant. */
      readonly isOne?: true;
    }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'body' }
  | { readonly kind: 'count'; readonly words: string }
  | { readonly kind: 'sum'; readonly words: string }
  /** How many characters a text has. */
  | { readonly kind: 'length'; readonly words: string }
  /** What a field was changed to. */
  | { readonly kind: 'change'; readonly words: string };

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
  /** The values are words without quotation marks: they may mean more than they say. */
  readonly isBare?: true;
  /** The currency or another unit that the owner wrote beside the numbers, as `EUR`, `$` or `%`. */
  readonly unit?: string;
}
/** Values as an owner wrote them. */
export type Literal = Pick<Test, 'values'> & {
  /** "Contains a and b": all of them are needed, else one is enough. */
  readonly isEvery: boolean;
  /** One of them was written without quotation marks. */
  readonly isBare: boolean;
  /** Of the numbers; undefined where they have none. */
  readonly unit: string | undefined;
};

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
/** What a sentence can mean. It decides where all of them agree. */
interface Readings {
  readonly kind: 'readings';
  readonly of: readonly Condition[];
}
interface Always {
  readonly kind: 'always';
}

/** The words by which a field is looked up; null for a header and for the body. */
export const wordsOfField = (field: Field): string | null =>
  field.kind === 'header' || field.kind === 'body' ? null : field.words;

/** A path is there or it is not; words may name what the sender calls otherwise. */
export const isWrittenPath = (field: Field): boolean =>
  field.kind === 'field' && (field.isPath === true || /[.[\]/]|^\$/.test(field.words));

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

export const readings = (of: readonly Condition[]): Condition => ({ kind: 'readings', of });

/** Can it be read in two ways somewhere? */
export const hasReadings = (condition: Condition): boolean => {
  switch (condition.kind) {
    case 'readings':
      return true;
    case 'not':
      return hasReadings(condition.of);
    case 'every':
    case 'some':
      return condition.of.some(hasReadings);
    case 'always':
    case 'test':
      return false;
  }
};
