import { describe, expect, it } from 'vitest';

import { Expectation } from '#contracts/expectation.ts';
import { Plan, type StoredPlan } from '#contracts/plan.ts';
import { expectedByPlan, unmetExpectation } from '#rules/unmet-expectation.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

const answered = [
  { method: 'POST', url: 'https://api.example.com/orders?key=1', status: 201, isDone: true },
  { method: 'GET', url: 'https://api.example.com/orders/7', status: 404, isDone: false },
  { method: 'POST', url: 'https://api.example.com/contacts', status: 409, isDone: true },
];
const unmet = (expected: object, body: unknown = { paid: true }) =>
  unmetExpectation({ expects: [Expectation.parse(expected)], plan: null }, deliveryOf(body), answered);
const orders = { method: 'POST', host: 'api.example.com' };

describe('a request that must have happened', () => {
  it.each([
    [orders],
    [{ ...orders, path: '/orders' }],
    [{ ...orders, host: 'API.example.com' }],
    [{ ...orders, status: 201 }],
    [{ method: 'GET', host: 'api.example.com', status: 404 }],
    [{ ...orders, path: '/refunds', when: 'body.paid == false' }],
  ])('did: %j', (expected) => {
    expect(unmet(expected)).toBeNull();
  });

  it.each([
    [{ ...orders, path: '/refunds' }, 'expects: POST api.example.com/refunds was not answered with 2xx.'],
    [{ ...orders, path: '/contacts' }, 'expects: POST api.example.com/contacts was not answered with 2xx.'],
    [{ ...orders, status: 200 }, 'expects: POST api.example.com was not answered with 200.'],
    [{ ...orders, method: 'GET' }, 'expects: GET api.example.com was not answered with 2xx.'],
    [
      { ...orders, host: 'api.example.com:8443' },
      'expects: POST api.example.com:8443 was not answered with 2xx.',
    ],
    [
      { ...orders, path: '/refunds', when: 'body.paid' },
      'expects: POST api.example.com/refunds was not answered with 2xx.',
    ],
    [
      { ...orders, path: '/refunds', when: 'body.missing' },
      'expects: POST api.example.com/refunds was not answered with 2xx.',
    ],
  ])('did not: %j', (expected, reason) => {
    expect(unmet(expected)).toBe(reason);
  });
});

describe('a request that a plan sends', () => {
  const url = 'https://api.example.com/orders';
  const planOf = (step: object, details: Partial<StoredPlan> = {}): StoredPlan => ({
    dialect: 1,
    by: 'rules',
    isConfirmed: false,
    plan: Plan.parse({ steps: [step] }),
    ...details,
  });
  const post = (to: string) => planOf({ request: { method: 'POST', url: to } });

  it.each<[string, object]>([
    [url, { path: '/orders' }],
    ['https://API.example.com:443/orders?total={{body.total}}', { path: '/orders' }],
    ['https://api.example.com:8443', { host: 'api.example.com:8443', path: '/' }],
    ['https://api.example.com/orders/{{body.id}}/lines', {}],
    ['https://api.example.com/{{secret.hook}}', {}],
  ])('is expected of every run: POST %s', (to, expected) => {
    expect(expectedByPlan({ expects: [], plan: post(to) })).toEqual([{ ...orders, ...expected }]);
  });

  it.each<[string, StoredPlan | null]>([
    ['under a condition', planOf({ when: 'body.paid', request: { method: 'POST', url } })],
    [
      'for each item of a list',
      planOf({ forEach: { in: 'body.items', as: 'item' }, request: { method: 'POST', url } }),
    ],
    [
      'by a model, as long as its owner did not confirm it',
      planOf({ request: { method: 'POST', url } }, { by: 'model' }),
    ],
    ['without a plan', null],
  ])('is not expected %s', (_, plan) => {
    expect(expectedByPlan({ expects: [], plan })).toEqual([]);
  });

  it('is expected once the plan of a model is confirmed', () => {
    const plan = planOf({ request: { method: 'POST', url } }, { by: 'model', isConfirmed: true });
    expect(expectedByPlan({ expects: [], plan })).toHaveLength(1);
  });

  it('makes way for what the owner expects', () => {
    const owned = { expects: [Expectation.parse({ ...orders, path: '/orders' })], plan: post(`${url}/lost`) };
    expect(expectedByPlan(owned)).toEqual([]);
    expect(unmetExpectation(owned, deliveryOf({}), answered)).toBeNull();
  });

  it.each([
    [url, null],
    ['https://api.example.com/contacts', null],
    ['https://api.example.com/refunds', 'expects: POST api.example.com/refunds was not answered with 2xx.'],
  ])('was made, also where its target had it already: POST %s', (to, reason) => {
    expect(unmetExpectation({ expects: [], plan: post(to) }, deliveryOf({}), answered)).toBe(reason);
  });
});
