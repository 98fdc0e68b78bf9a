import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

type Json = Record<string, unknown> & { id: string; items: Json[] };

async function newAgent() {
  const { manage } = await api.newOwner();
  const agents = (await (await manage('GET', '/agents')).json()) as Json;
  const base = `/agents/${agents.items[0]?.id}/network-access`;
  return async (method: string, path = '', body?: object) => {
    const response = await manage(method, `${base}${path}`, body);
    const text = await response.text();
    return { status: response.status, text, json: (text === '' ? {} : JSON.parse(text)) as Json };
  };
}

const domain = 'api.example.com';
const header = { headerName: 'Authorization', headerValue: 'Bearer canary-own' };
const admin = { pathPrefix: '/v1/admin/', headerName: 'X-Key', headerValue: 'canary-admin' };
const shownAdmin = { pathPrefix: '/v1/admin', headerName: 'X-Key', hasHeaderValue: true };
const bounds = {
  methods: ['GET', 'POST'],
  paths: ['/v1/refunds', '/v1/customers/*'],
  members: [{ method: 'POST', path: '/v1/refunds', member: 'amount', min: 1, max: 5000 }],
};

it('a policy has no bounds and no headers by path until it is given some', async () => {
  const call = await newAgent();
  const { json } = await call('POST', '', { domain });
  expect(json).toMatchObject({ methods: null, paths: null, members: [], credentials: [] });
});

it('bounds and headers by path are stored, shown without values, kept, changed and removed', async () => {
  const call = await newAgent();
  const { status, json, text } = await call('POST', '', {
    domain,
    ...header,
    ...bounds,
    credentials: [admin],
  });
  expect([status, json]).toMatchObject([201, { ...bounds, credentials: [shownAdmin] }]);
  const change = (body: object) => call('PATCH', `/${json.id}`, body);
  expect((await change({})).json).toMatchObject({ ...bounds, credentials: [shownAdmin] });
  const kept = { pathPrefix: '/v1/admin', headerName: 'x-key' };
  expect((await change({ credentials: [kept], methods: ['GET'] })).json).toMatchObject({
    methods: ['GET'],
    paths: bounds.paths,
    credentials: [{ headerName: 'x-key' }],
  });
  const emptied = await change({ methods: null, paths: null, members: [], credentials: [] });
  expect(emptied.json).toMatchObject({ methods: null, paths: null, members: [], credentials: [] });
  const shown = [text, (await call('GET')).text, emptied.text].join();
  expect(shown).not.toContain('canary');
});

it.each([
  ['another prefix', { credentials: [{ pathPrefix: '/v1/other', headerName: 'X-Key' }] }],
  ['another header name', { credentials: [{ pathPrefix: '/v1/admin', headerName: 'X-Other' }] }],
  ['an empty value', { credentials: [{ ...admin, headerValue: ' ' }] }],
  ['an empty name', { credentials: [{ ...admin, headerName: '' }] }],
  ['another domain', { domain: 'api.example.org', ...header }],
])('a header by path asks for its value again with %s', async (_, change) => {
  const call = await newAgent();
  const { json } = await call('POST', '', { domain, ...header, credentials: [admin] });
  const { status, json: refused } = await call('PATCH', `/${json.id}`, change);
  expect([status, refused]).toMatchObject([
    400,
    { code: 'HEADER_PAIR_REQUIRED', message: 'Header name and value need to be filled in together' },
  ]);
});

describe('400 to', () => {
  it.each([
    [{ methods: ['PUT'] }],
    [{ methods: [] }],
    [{ paths: ['v1'] }],
    [{ paths: ['/v1?x'] }],
    [{ paths: ['/v1/../x'] }],
    [{ paths: ['/v1//x'] }],
    [{ paths: ['/v1/%2F'] }],
    [{ paths: ['/v1;x'] }],
    [{ paths: ['/v1/a*'] }],
    [{ paths: ['/v1/a/'] }],
    [{ paths: ['/**/v1'] }],
    [{ members: [{ member: 'amount' }] }],
    [{ members: [{ member: 'amount', min: 2, max: 1 }] }],
    [{ members: [{ member: 'amount', max: 1, oneOf: [1] }] }],
    [{ members: [{ member: 'amount', max: 123_456_789_012_345 }] }],
    [{ members: [{ member: 'a..b', max: 1 }] }],
    [{ members: [{ member: 'items[0].price', max: 1 }] }],
    [{ credentials: [{ ...admin, pathPrefix: '/v1/*' }] }],
    [{ credentials: [admin, { ...admin, pathPrefix: '/v1/admin' }] }],
    [{ credentials: [{ ...admin, headerName: 'Host' }] }],
    [{ credentials: Array.from({ length: 21 }, (_, index) => ({ ...admin, pathPrefix: `/${index}` })) }],
    [{ kind: 'mail', address: 'ada@example.com', domain: undefined, methods: ['POST'] }],
    [{ kind: 'mail', address: 'ada@example.com', domain: undefined, credentials: [admin] }],
  ])('%j', async (body) => {
    const { status, json } = await (await newAgent())('POST', '', { domain, ...body });
    expect([status, json['code']]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('headers by path where a wildcard is shared by many owners', async () => {
    const { json } = await (await newAgent())('POST', '', { domain: '*.github.io', credentials: [admin] });
    expect(json['code']).toBe('INVALID_DOMAIN');
  });
});

it('a path that ends with a slash is taken where it is also named without it, and allows both', async () => {
  const call = await newAgent();
  expect((await call('POST', '', { domain, paths: ['/', '/v1/a', '/v1/a/'] })).status).toBe(201);
  const check = async (path: string) =>
    (await call('POST', '/check', { method: 'GET', url: `https://${domain}${path}` })).json;
  for (const path of ['/', '/v1/a', '/v1/a/']) expect(await check(path)).toMatchObject({ allowed: true });
});

it('a check tells the ground, the bound that is not kept, and the bounds that it could not judge', async () => {
  const call = await newAgent();
  await call('POST', '', { domain, ...bounds });
  const check = async (method: string, path: string, rest: object = {}) =>
    (await call('POST', '/check', { method, url: `https://${domain}${path}`, ...rest })).json;
  expect(await check('DELETE', '/v1/refunds')).toMatchObject({ allowed: false, ground: 'method' });
  expect(await check('GET', '/v1/balance')).toMatchObject({ allowed: false, ground: 'path' });
  const unjudged = ['amount at least 1 and at most 5000'];
  expect(await check('POST', '/v1/refunds')).toMatchObject({ allowed: true, unjudged });
  expect(await check('POST', '/v1/refunds', { body: { amount: 5001 } })).toMatchObject({
    allowed: false,
    ground: 'member',
    fault: `${unjudged[0]}: it is out of bounds`,
  });
});
