import { type Condition, every, type Field, type Literal, type Test } from './condition-tree.ts';

/** A test of a field; of "all of them" one for each value. Null where field or values could not be read. */
export function testOf(
  field: Field | null,
  op: Test['op'],
  read: Literal | null,
  isState = false,
): Condition | null {
  if (field === null || read === null) return null;
  const { values, isBare, unit, isEvery } = read;
  const test = (wanted: readonly string[]): Test => ({
    kind: 'test',
    field,
    op,
    values: wanted,
    quantifier: 'any',
    isState,
    ...(isBare && { isBare: true }),
    ...(unit !== undefined && { unit }),
  });
  return isEvery ? every(values.map((value) => test([value]))) : test(values);
}

/** Values that the words of a phrase imply, as they stand. */
export const literal = (values: readonly string[], isBare = false): Literal => ({
  values,
  isBare,
  isEvery: false,
  unit: undefined,
});

/** A field that a phrase implies. */
export const fieldOf = (words: string): Field => ({ kind: 'field', words, isImplied: true });

/** Is it there, and not empty? */
export const presence = (field: Field | null): Condition | null => testOf(field, 'exists', literal([]));

/** What a delivery is about, whatever that is called: "drafts". */
export const wholeDelivery = 'delivery';

/** Is a thing so: paid, urgent, a draft? */
export const stateTest = (words: string, value: string): Condition => isSo({ kind: 'field', words }, value);

/** Is the delivery about a thing of that kind? */
export const kindTest = (words: string): Condition => stateTest(wholeDelivery, words);

/** Does nothing say that it is about a thing of another kind? */
export const ofKind = (words: string): Condition => isSo(fieldOf(wholeDelivery), words);

const isSo = (field: Field, value: string): Condition => ({
  kind: 'test',
  field,
  op: 'eq',
  values: [value],
  quantifier: 'any',
  isState: true,
  isBare: true,
});
