import { describe, expect, it } from 'vitest';

import { Plan } from '#contracts/plan.ts';
import { alwaysWrites } from '#rules/asked-request.ts';

const url = 'https://api.example.com/orders';
const plan = (...steps: readonly object[]) => Plan.parse({ steps, answer: 'Done' });

describe('a plan that always writes', () => {
  it.each([
    [{ request: { method: 'POST', url } }, true],
    [{ request: { method: 'DELETE', url } }, true],
    [{ request: { method: 'GET', url } }, false],
    [{ when: 'body.paid', request: { method: 'POST', url } }, false],
    [{ forEach: { in: 'body.items', as: 'item' }, request: { method: 'POST', url } }, false],
  ])('%j: %s', (step, writes) => {
    expect(alwaysWrites(plan(step))).toBe(writes);
  });

  it('has one such step among others', () => {
    const conditional = { when: 'body.paid', request: { method: 'POST', url } };
    expect(alwaysWrites(plan(conditional, { request: { method: 'PATCH', url } }))).toBe(true);
    expect(alwaysWrites(plan())).toBe(false);
  });
});
