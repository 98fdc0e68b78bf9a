import { expect, it } from 'vitest';

import { isRequestOf } from '#apis/planned-call.ts';
import type { OfferedOperation } from '#contracts/api.ts';

const offered = (path: string): OfferedOperation => ({
  api: 'shop',
  origin: 'https://api.example.com',
  basePath: '/v1',
  operation: { name: 'get', method: 'GET', path, summary: '', parameters: [], body: null, effect: 'read' },
});

it.each([
  ['/orders/{id}', '/v1/orders/{{body.id}}?q={{body.q}}', true],
  ['/orders/{id}', '/v1/orders/{{body.path == "/" ? "a" : "b"}}', true],
  ['/orders/{id}', '/v1/orders/', false],
  ['/orders/{id}', '/v1/orders/7/refund', false],
  ['/orders/{id}', '/v1/refunds/7', false],
  ['/orders/{id}', '/orders/7', false],
  ['/orders/{id}', '/v1/orders/{{body.id', false],
  ['/{a}.{b}:go', '/v1/1.2:go', true],
  ['/{a}.{b}:go', '/v1/{{body.a}}.{{body.b}}:go', true],
  ['/{a}.{b}:go', '/v1/1.:go', false],
  ['/{a}.{b}:go', '/v1/12:go', false],
  ['/{a}.{b}:go', '/v1/1.2:gone', false],
  [`/${'{a}'.repeat(40)}x`, `/v1/${'a'.repeat(1_900)}`, false],
])('a request of %s to %s is its operation: %s', (path, url, expected) => {
  const request = { method: 'GET', url: `https://api.example.com${url}` } as const;
  expect(isRequestOf(offered(path), request)).toBe(expected);
  expect(isRequestOf(offered(path), { ...request, method: 'POST' })).toBe(false);
  expect(isRequestOf(offered(path), { ...request, url: `https://eve.example${url}` })).toBe(false);
});
