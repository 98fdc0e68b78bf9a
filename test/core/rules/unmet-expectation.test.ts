import { describe, expect, it } from 'vitest';

import { Expectation } from '#contracts/expectation.ts';
import { unmetExpectation } from '#rules/unmet-expectation.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

const sent = [
  { method: 'POST', url: 'https://api.example.com/orders?key=1', status: 201 },
  { method: 'GET', url: 'https://api.example.com/orders/7', status: 404 },
  { method: 'POST', url: 'https://other.example.com:8443/x', status: null },
];
const unmet = (expected: object, body: unknown = { paid: true }) =>
  unmetExpectation([Expectation.parse(expected)], deliveryOf(body), sent);
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
    [{ ...orders, status: 200 }, 'expects: POST api.example.com was not answered with 200.'],
    [{ ...orders, method: 'GET' }, 'expects: GET api.example.com was not answered with 2xx.'],
    [
      { ...orders, host: 'other.example.com:8443' },
      'expects: POST other.example.com:8443 was not answered with 2xx.',
    ],
    [{ ...orders, host: 'other.example.com' }, 'expects: POST other.example.com was not answered with 2xx.'],
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
