import { describe, expect, it } from 'vitest';

import type { PolicyRecord } from '#contracts/policy.ts';
import { scope, type PolicyLine } from '#test/core/network-access/support/policies.ts';
import { testEgress } from './support/egress.ts';
import { httpTarget } from './support/target.ts';

const key = 'Bearer key-of-the-policy';
const adminKey = 'Bearer key-of-the-admin-path';

const host = (rest: Partial<PolicyRecord>): readonly PolicyLine[] => [
  ['127.0.0.1', 'Authorization', key, rest],
];
const refunds = host({
  bounds: {
    methods: ['GET', 'POST'],
    paths: ['/v1/refunds', '/v1/orders/*'],
    members: [{ method: 'POST', path: '/v1/refunds', member: 'amount', max: 5_000 }],
  },
});
const withAdmin = host({
  credentials: [
    { pathPrefix: '/v1/admin', headerName: 'Authorization', sealedHeaderValue: adminKey },
    { pathPrefix: '/v1/keys', headerName: 'X-Api-Key', sealedHeaderValue: adminKey },
  ],
});

describe('a request outside the bounds', () => {
  it.each([
    ['DELETE', '/v1/refunds', null, 'method', null],
    ['GET', '/v1/balance', null, 'path', null],
    ['GET', '/v1/orders/..%2Fbalance', null, 'ambiguous', null],
    ['POST', '/v1/refunds', { amount: 987_654 }, 'member', 'amount at most 5000: it is out of bounds'],
    [
      'POST',
      '/v1/refunds',
      '{"amount":1,"amount":987654}',
      'member',
      'amount at most 5000: the body has a member twice',
    ],
    ['POST', '/v1/refunds', null, 'member', 'amount at most 5000: there is no body'],
  ])('%s %s %j is refused with the one sentence: %s', async (method, path, body, ground, detail) => {
    await using target = await httpTarget();
    const resolve = () => Promise.reject(new Error('nothing is resolved'));
    const { send, rows } = testEgress({ lines: refunds, resolve });
    expect(await send(method, `${target.url}${path}`, { body })).toEqual({
      kind: 'refused',
      host: '127.0.0.1',
      ground,
      message: "Outbound request to '127.0.0.1' is not allowed",
    });
    expect(target.connections()).toBe(0);
    expect(rows).toMatchObject([
      { allowed: false, ground, detail, policyIds: ['pol_1'], attachedHeaders: [] },
    ]);
    expect(JSON.stringify(rows)).not.toContain('987654');
  });

  it('is none where it is inside', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines: refunds });
    expect(
      await send('POST', `${target.url}/v1/refunds?idempotent=1`, { body: { amount: 5_000 } }),
    ).toMatchObject({
      kind: 'answered',
    });
    expect(target.received).toMatchObject([
      { url: '/v1/refunds?idempotent=1', headers: { authorization: key } },
    ]);
  });

  it('cannot be reached by a redirect from an allowed path', async () => {
    await using target = await httpTarget((_, response) =>
      response.writeHead(302, { location: '/v1/balance' }).end(),
    );
    const { send, rows } = testEgress({ lines: refunds });
    expect(await send('GET', `${target.url}/v1/orders/1`)).toMatchObject({
      kind: 'refused',
      ground: 'redirect',
    });
    expect(target.received.map(({ url }) => url)).toEqual(['/v1/orders/1']);
    expect(rows).toMatchObject([{ allowed: true }, { allowed: false, ground: 'redirect', detail: 'path' }]);
  });

  it('counts as no use of a policy that does not cover it', async () => {
    await using target = await httpTarget();
    const [one] = refunds;
    const lines: readonly PolicyLine[] = [
      ...(one ? [one] : []),
      ['127.0.0.1', 'X-Two', 'two', { bounds: { paths: ['/v2/**'] } }],
    ];
    const { send, rows } = testEgress({ lines });
    await send('GET', `${target.url}/v2/a`);
    expect(rows).toMatchObject([{ policyId: 'pol_2', policyIds: ['pol_2'], attachedHeaders: ['X-Two'] }]);
  });
});

describe('a header by path', () => {
  it.each([
    ['/v1/orders', [key, undefined], ['Authorization']],
    ['/v1/admin', [adminKey, undefined], ['Authorization']],
    ['/v1/keys/1', [undefined, adminKey], ['X-Api-Key']],
    ['/v1/keyring', [key, undefined], ['Authorization']],
  ])('%s is sent with %j', async (path, headers, attachedHeaders) => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines: withAdmin });
    expect(await send('GET', `${target.url}${path}`)).toMatchObject({ attachedHeaders });
    const { authorization, 'x-api-key': apiKey } = target.received[0]?.headers ?? {};
    expect([authorization, apiKey]).toEqual(headers);
  });

  it('is redacted from the answer, and taken from the agent', async () => {
    await using target = await httpTarget(({ headers }, response) =>
      response.end(`key ${String(headers['x-api-key'])}`),
    );
    const { send } = testEgress({ lines: withAdmin });
    expect(await send('GET', `${target.url}/v1/keys`, { headers: { x_api_key: 'mine' } })).toMatchObject({
      body: 'key [redacted]',
      ignoredHeaders: ['x_api_key'],
    });
  });

  it('is chosen anew for the target of a redirect', async () => {
    await using target = await httpTarget(({ url }, response) =>
      url === '/v1/admin/a' ? response.writeHead(302, { location: '/v1/orders' }).end() : response.end('ok'),
    );
    await testEgress({ lines: withAdmin }).send('GET', `${target.url}/v1/admin/a`);
    expect(target.received.map(({ headers }) => headers.authorization)).toEqual([adminKey, key]);
  });
});

describe('a check', () => {
  const check = (rest: object) =>
    testEgress({ lines: refunds }).egress.check(scope, {
      method: 'POST',
      url: 'http://127.0.0.1/v1/refunds',
      ...rest,
    });

  it.each([
    [{}, { allowed: true, ground: 'policy', unjudged: ['amount at most 5000'], fault: null }],
    [{ body: { amount: 5 } }, { allowed: true, unjudged: [], fault: null }],
    [
      { body: { amount: 5_001 } },
      { allowed: false, ground: 'member', fault: 'amount at most 5000: it is out of bounds' },
    ],
    [{ body: null }, { allowed: false, ground: 'member', fault: 'amount at most 5000: there is no body' }],
    [
      { body: { amount: 5 }, headers: { 'Content-Type': 'text/plain' } },
      { allowed: false, ground: 'member' },
    ],
    [{ method: 'DELETE' }, { allowed: false, ground: 'method', attachedHeaders: [] }],
  ])('with %j: %j', async (rest, expected) => {
    expect(await check(rest)).toMatchObject({ kind: 'checked', ...expected });
  });
});

it('an exception from approval holds only where no server reads another path', async () => {
  const except = [{ method: 'POST' as const, path: '/v1/tickets/*' }];
  const { egress } = testEgress({ lines: host({ approval: { needed: 'writes', hours: 1, except } }) });
  const needs = async (path: string) => {
    const checked = await egress.check(scope, { method: 'POST', url: `http://127.0.0.1${path}` });
    return checked.kind === 'checked' && checked.neededApproval !== null;
  };
  expect(
    await Promise.all(['/v1/tickets/1', '/v1/tickets/a%20b', '/v1/tickets/{{secret.a}}'].map(needs)),
  ).toEqual([false, false, false]);
  expect(
    await Promise.all(['/v1/tickets/..%2Fusers', '/v1/tickets/1;a', '/v1/tickets/1/x'].map(needs)),
  ).toEqual([true, false, true]);
});
