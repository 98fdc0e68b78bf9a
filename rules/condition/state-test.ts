import type { Condition, Test } from './condition-tree.ts';

/** What a delivery is about, whatever that is called: "drafts". */
export const wholeDelivery = 'delivery';

/** Is a thing so: paid, urgent, a draft? */
export const stateTest = (words: string, value: string): Test => ({
  kind: 'test',
  field: { kind: 'field', words },
  op: 'eq',
  values: [value],
  quantifier: 'any',
  isState: true,
  isBare: true,
});

/** Is the delivery about a thing of that kind? */
export const kindTest = (words: string): Condition => stateTest(wholeDelivery, words);

/** Does nothing say that it is about a thing of another kind? */
export const ofKind = (words: string): Condition => ({
  ...stateTest(wholeDelivery, words),
  field: { kind: 'field', words: wholeDelivery, isImplied: true },
});
