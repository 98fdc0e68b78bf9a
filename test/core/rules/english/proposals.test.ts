import { expect, it } from 'vitest';

import { proposeCondition } from '#rules/english-condition.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

const propose = (text: string, bodies: readonly unknown[], sender = 'generic') =>
  proposeCondition(text, { samples: bodies.map((body) => deliveryOf(body, { sender })), sender });

const issue = (action: string, label: object) => ({
  event: 'issues',
  action,
  ...(Object.keys(label).length > 0 && { label }),
});

it.each([
  ['there is no delivery', 'status is paid', []],
  ['each delivery has one of its fields', 'status is paid or total > 5', [{ status: 'open' }, { total: 7 }]],
  [
    'a delivery of another event lacks them',
    'order.id is 5',
    [{ type: 'a', order: { id: 1 } }, { type: 'b' }],
  ],
  ['another kind lacks them', 'order.id is 5', [{ ping: true }, { order: { id: 1 } }]],
  ['another action lacks them', 'label.name is bug', [issue('opened', {}), issue('labeled', { name: 'x' })]],
  ['the event is named', 'event is order.paid and order.id is 5', [{ type: 'ping' }]],
])('A condition is adopted where %s', (_, text, bodies) => {
  expect(propose(text, bodies)).toMatchObject({ state: 'adopted', problem: null, near: [] });
});

it('A condition is only proposed where a delivery has none of its fields, with the names that are near', () => {
  expect(propose('staus is paid', [{ type: 'order.paid', status: 'paid' }])).toEqual({
    state: 'proposed',
    text: 'sameText(field("staus"), "paid")',
    problem: 'A delivery of order.paid has none of these fields: staus.',
    near: [{ words: 'staus', names: ['status'] }],
  });
});

it.each([
  [[{ type: 'a', order: { id: 1 } }, { type: 'a' }], 'A delivery of a has none of these fields: order.id.'],
  [[{ order: { id: 1 }, at: 1 }, { at: 2 }], 'A delivery has none of these fields: order.id.'],
  [[{ type: 'b' }, { type: 'c' }], 'A delivery of b has none of these fields: order.id.'],
])(
  'A condition is only proposed where deliveries of the same kind lack its fields: %j',
  (bodies, problem) => {
    expect(propose('order.id is 5', bodies)).toMatchObject({ state: 'proposed', problem });
  },
);

it('A number that may be cents is told in the unit of the sender', () => {
  const bodies = [{ data: { object: { amount: 5, quantity: 1 } } }];
  expect(propose('amount is over 1000', bodies, 'stripe')).toMatchObject({
    state: 'proposed',
    problem: "1000 is 10.00 in this sender's unit.",
  });
  expect(propose('quantity is over 1000', bodies, 'stripe').state).toBe('adopted');
  expect(propose('amount is over 1000', bodies).state).toBe('adopted');
});

it('A filter that is not understood is neither', () => {
  expect(propose('people in a hurry', [])).toEqual({
    state: 'not-understood',
    notUnderstood: ['people in a hurry'],
    nearest: null,
  });
});
