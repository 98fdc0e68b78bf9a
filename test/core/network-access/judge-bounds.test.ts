import { describe, expect, it } from 'vitest';

import type { PolicyRecord } from '#contracts/policy.ts';
import type { BoundedRequest, StoredBounds } from '#contracts/policy-bounds.ts';
import { judgeBounds } from '#network-access/judge-bounds.ts';
import { policyRecord, type PolicyLine } from './support/policies.ts';

const request = (method: string, path: string, body: unknown = null): BoundedRequest => {
  const { pathname, search } = new URL(`https://api.test${path}`);
  const text = body === null ? null : JSON.stringify(body);
  return { method, path: pathname, search, headers: [], contentType: 'application/json', body: text };
};

const narrowed = (bounds: StoredBounds, headerName = 'X-Key'): PolicyLine => [
  'api.test',
  headerName,
  'k',
  { bounds },
];

function judge(lines: readonly PolicyLine[], asked: BoundedRequest) {
  const { ground, covering, fault } = judgeBounds(lines.map(policyRecord), asked);
  return { ground, fault, ids: covering.map(({ id }) => id) };
}
const groundOf = (lines: readonly PolicyLine[], method: string, path: string, body?: unknown) =>
  judge(lines, request(method, path, body)).ground;

describe('methods and paths', () => {
  const lines = [narrowed({ methods: ['GET', 'POST'], paths: ['/v1/refunds', '/v1/customers/*'] })];

  it.each([
    ['GET', '/v1/refunds', 'policy'],
    ['GET', '/v1/customers/cus_1?expand=all', 'policy'],
    ['POST', '/v1/refunds', 'policy'],
    ['DELETE', '/v1/refunds', 'method'],
    ['DELETE', '/v1/balance', 'path'],
    ['GET', '/v1/balance', 'path'],
    ['GET', '/v1/customers/cus_1/sources', 'path'],
    ['GET', '/v1/customers/', 'path'],
    ['POST', '/v1/refunds?_method=DELETE', 'method'],
    ['GET', '/v1/customers/a%2Fb', 'ambiguous'],
    ['GET', '/v1/customers/..%2Fbalance', 'ambiguous'],
    ['GET', '/v1/customers/x;y', 'policy'],
    ['GET', '/v1/customers/%252e%252e', 'ambiguous'],
    ['GET', '/v1/customers/%2500', 'ambiguous'],
    ['GET', '/v1//refunds', 'path'],
    ['GET', '/v1/refunds/', 'path'],
    ['GET', '/V1/refunds', 'path'],
    ['GET', '/v1/refund%C5%BF', 'path'],
  ])('%s %s: %s', (method, path, ground) => {
    expect(groundOf(lines, method, path)).toBe(ground);
  });

  it.each([{ _method: 'DELETE' }, { _METHOD: 'DELETE' }])('the body %j names another method', (body) => {
    expect(groundOf(lines, 'POST', '/v1/refunds', body)).toBe('method');
    expect(groundOf([narrowed({ paths: ['/v1/refunds'] })], 'POST', '/v1/refunds', body)).toBe('policy');
  });

  it.each([
    '_method=DELETE',
    'a=1&%5Fmethod=DELETE',
    '--x\r\nContent-Disposition: form-data; name="_method"\r\n',
  ])('the form %j names another method', (body) => {
    expect(judge(lines, { ...request('POST', '/v1/refunds'), body }).ground).toBe('method');
  });

  it('a policy without any is as it was, whatever the path', () => {
    const bare: PolicyLine[] = [['api.test', 'X-Key', 'k']];
    expect(judge(bare, request('GET', '/v1/..%2F%2500'))).toEqual({
      ground: 'policy',
      fault: null,
      ids: ['pol_1'],
    });
  });
});

describe('several policies', () => {
  it('those of the closest domain decide, and a wildcard does not widen them', () => {
    const lines: PolicyLine[] = [narrowed({ paths: ['/v1/*'] }), ['*.test', 'X-Tenant', 't']];
    expect(judge(lines, request('GET', '/v1/a'))).toMatchObject({
      ground: 'policy',
      ids: ['pol_1', 'pol_2'],
    });
    expect(groundOf(lines, 'GET', '/v2/a')).toBe('path');
  });

  it('a header goes along only where its own methods and paths cover the request', () => {
    const lines = [narrowed({ paths: ['/v1/**'] }, 'X-One'), narrowed({ methods: ['POST'] }, 'X-Two')];
    expect(judge(lines, request('GET', '/v1/a')).ids).toEqual(['pol_1']);
    expect(judge(lines, request('POST', '/v2/a')).ids).toEqual(['pol_2']);
    expect(judge(lines, request('POST', '/v1/a')).ids).toEqual(['pol_1', 'pol_2']);
    expect(groundOf(lines, 'GET', '/v2/a')).toBe('method');
  });

  const amount = (max: number) => [{ member: 'amount', max }];

  it('the most specific path decides about members, wherever it is in the list', () => {
    const loose = narrowed({ paths: ['/v1/*'], members: amount(10) }, 'X-One');
    const close = narrowed({ paths: ['/v1/refunds'], members: amount(5_000) }, 'X-Two');
    for (const lines of [
      [loose, close],
      [close, loose],
    ]) {
      expect(groundOf(lines, 'POST', '/v1/refunds', { amount: 5_000 })).toBe('policy');
      expect(groundOf(lines, 'POST', '/v1/refunds', { amount: 5_001 })).toBe('member');
      expect(groundOf(lines, 'POST', '/v1/others', { amount: 11 })).toBe('member');
    }
  });

  it('all must hold where paths are equally specific', () => {
    const lines = [
      narrowed({ members: amount(10) }, 'X-One'),
      narrowed({ members: [{ member: 'currency', oneOf: ['eur'] }] }, 'X-Two'),
    ];
    expect(groundOf(lines, 'POST', '/v1', { amount: 10, currency: 'eur' })).toBe('policy');
    expect(groundOf(lines, 'POST', '/v1', { amount: 11, currency: 'eur' })).toBe('member');
    expect(groundOf(lines, 'POST', '/v1', { amount: 10, currency: 'usd' })).toBe('member');
  });

  it.each([
    '/v1/Refunds',
    '/v1/refunds.json',
    '/v1/refunds.',
    '/v1/%72efunds',
    '/v1/refunds/',
    '/v1/x%2F..%2Frefunds',
  ])('a bound cannot be passed by spelling its path %s', (path) => {
    const lines = [
      narrowed({ paths: ['/**'] }, 'X-One'),
      narrowed({ paths: ['/v1/refunds'], members: amount(10) }, 'X-Two'),
    ];
    expect(groundOf(lines, 'POST', path, { amount: 99 })).toBe('ambiguous');
    expect(groundOf(lines, 'POST', path, { amount: 1 })).toBe('ambiguous');
  });
});

describe('credentials by path', () => {
  const credentials = ['/', '/v1', '/v1/admin'].map((pathPrefix) => ({
    pathPrefix,
    headerName: `X-${pathPrefix.length}`,
    sealedHeaderValue: 's',
  }));
  const chosen = (path: string, order = credentials) => {
    const { ground, covering } = judgeBounds(
      [policyRecord(['api.test', 'X-Own', 'k', { credentials: order }])],
      request('GET', path),
    );
    return ground === 'policy' ? covering[0]?.headerName : ground;
  };

  it.each([
    ['/v1', 'X-3'],
    ['/v1/orders', 'X-3'],
    ['/v10', 'X-1'],
    ['/v1/admin', 'X-9'],
    ['/v1/admin/users', 'X-9'],
    ['/v1/administrators', 'X-3'],
    ['/v1/admin%2Fusers', 'ambiguous'],
    ['/v1/x/..%2Fadmin', 'ambiguous'],
    ['/v1/ADMIN', 'ambiguous'],
    ['/v1/admin;x', 'ambiguous'],
    ['/v1//admin', 'ambiguous'],
    ['/v1/orders%2F1', 'X-3'],
  ])('%s: %s', (path, header) => {
    expect(chosen(path)).toBe(header);
    expect(chosen(path, credentials.toReversed())).toBe(header);
  });

  it('a policy keeps its own header where no prefix covers the path', () => {
    expect(chosen('/v2', credentials.slice(1))).toBe('X-Own');
  });

  it('the longer prefix comes first where two policies have the same header', () => {
    const [, , admin] = credentials;
    const records: readonly PolicyRecord[] = [
      policyRecord(['api.test', 'Authorization', 'one']),
      policyRecord(
        [
          'api.test',
          'X-Two',
          'two',
          { credentials: admin ? [{ ...admin, headerName: 'Authorization' }] : [] },
        ],
        1,
      ),
    ];
    expect(judgeBounds(records, request('GET', '/v1/admin')).covering.map(({ id }) => id)).toEqual([
      'pol_2',
      'pol_1',
    ]);
  });
});
