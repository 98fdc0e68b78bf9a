import { describe, expect, it } from 'vitest';

import type { TurnDelivery } from '#contracts/turn.ts';
import { judgeCondition, readCondition } from '#rules/judge-condition.ts';
import { bySender } from './read-corpus.ts';

function verdictOf(text: string, delivery: TurnDelivery) {
  const { verdict } = judgeCondition({ dialect: 1, text }, delivery);
  return { run: true, skip: false, needs_model: null }[verdict];
}

describe.each(bySender)('conditions on deliveries of $name', ({ deliveries, filters }) => {
  it.each(filters)('$english: $condition', ({ condition, expected }) => {
    expect(readCondition(condition)).toEqual({ dialect: 1, text: condition });
    expect(deliveries.map((delivery) => verdictOf(condition, delivery))).toEqual(expected);
  });
});

it('There are 200 conditions for at least 15 senders', () => {
  expect(bySender.length).toBeGreaterThanOrEqual(15);
  expect(bySender.reduce((count, { filters }) => count + filters.length, 0)).toBe(200);
});
