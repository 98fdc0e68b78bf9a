import { describe, expect, it } from 'vitest';

import { conditionFromGroups, type WrittenTest } from '#rules/compiled-condition.ts';
import { deliveryKind } from '#rules/delivery-kind.ts';
import { evaluateCompiled } from '#rules/evaluate-compiled.ts';
import { documentOf } from '#test/support/turn-input.ts';

const testOf = (path: string, value: string | null, negate = false): WrittenTest => ({
  path,
  quantifier: 'self',
  op: value === null ? 'exists' : 'eq',
  values: value === null ? [] : [value],
  negate,
});

/** The verdict on a delivery, by a condition that was made of deliveries like `known`. */
function verdictOf(
  groups: readonly (readonly WrittenTest[])[],
  body: unknown,
  known: readonly unknown[] = [],
) {
  const condition = { ...conditionFromGroups(groups)! };
  const kinds = known.map((each) => deliveryKind(documentOf(each)));
  return evaluateCompiled({ condition, kinds }, documentOf(body)).verdict;
}

const isPaid = testOf('order.status', 'paid');
const isInvoice = testOf('type', 'invoice');

describe('a compiled condition on a delivery', () => {
  it.each([
    ['decides what is there', [[isPaid]], { order: { status: 'paid' } }, 'run'],
    ['decides what is there and does not match', [[isPaid]], { order: { status: 'open' } }, 'skip'],
    ['leaves open what is not there', [[isPaid]], { refund: {} }, 'needs_model'],
    ['leaves a denial open too', [[testOf('order.status', 'paid', true)]], { refund: {} }, 'needs_model'],
    ['leaves open whether a field exists', [[testOf('coupon', null)]], { refund: {} }, 'needs_model'],
    ['needs no field where another one decides', [[isInvoice, isPaid]], { type: 'push' }, 'skip'],
    ['needs no group where another one decides', [[isInvoice], [isPaid]], { type: 'invoice' }, 'run'],
    ['leaves open what has its name elsewhere', [[isInvoice]], { data: { type: 'invoice' } }, 'needs_model'],
    ['leaves open what is an object', [[isPaid]], { order: { status: { code: 1 } } }, 'needs_model'],
  ] as const)('%s', (_, groups, body, verdict) => {
    expect(verdictOf(groups, body)).toBe(verdict);
  });

  it.each([
    ['a field that is not there is no', [[isPaid]], { refund: {} }, 'skip'],
    ['so its denial holds', [[testOf('order.status', 'paid', true)]], { refund: {} }, 'run'],
    ['and it does not exist', [[testOf('coupon', null)]], { refund: {} }, 'skip'],
    ['an object stays open', [[isPaid]], { order: { status: { code: 1 } } }, 'needs_model'],
  ] as const)('of a kind that the model was told of: %s', (_, groups, body, verdict) => {
    expect(verdictOf(groups, body, [body])).toBe(verdict);
  });
});

describe('the kind of a delivery', () => {
  const kindOf = (body: unknown, headers = {}) => deliveryKind(documentOf(body, { headers }));

  it('is the same whatever the values and the order of names', () => {
    expect(kindOf({ a: 1, b: { c: 2 } })).toBe(kindOf({ b: { d: [] }, a: null }));
  });

  it('differs by the event and by the names at the top', () => {
    const kinds = [
      kindOf({ type: 'order.paid', data: {} }),
      kindOf({ type: 'order.created', data: {} }),
      kindOf({ action: 'opened' }, { 'x-github-event': 'issues' }),
      kindOf({ action: 'opened' }, { 'x-github-event': 'pull_request' }),
      kindOf({ data: {} }),
      kindOf({ data: {}, note: '' }),
      kindOf('text', {}),
    ];
    expect(new Set(kinds).size).toBe(kinds.length);
  });
});
