import { expect, test } from 'vitest';

import { createByteBudget } from '#domain/byte-budget.ts';

test('one party may hold half, two a third each, and as much is left for the next', () => {
  const budget = createByteBudget(1_200);
  const [one, other, next] = [budget.open('one'), budget.open('other'), budget.open('next')];
  expect([one.take(601), one.take(600), one.take(1)]).toEqual([false, true, false]);
  expect([other.take(301), other.take(300)]).toEqual([false, true]);
  expect([next.take(151), next.take(150)]).toEqual([false, true]);
});

test('holdings of one party are counted together, and each is given back', () => {
  const budget = createByteBudget(1_000);
  const [first, second] = [budget.open('one'), budget.open('one')];
  expect([first.take(300), second.take(201), second.take(200)]).toEqual([true, false, true]);
  expect([budget.heldBytes(), budget.bytesMax]).toEqual([500, 1_000]);
  first.release();
  first.release();
  expect([second.take(301), second.take(300)]).toEqual([false, true]);
  second.release();
  expect(budget.heldBytes()).toBe(0);
  expect(budget.open('other').take(500)).toBe(true);
});
