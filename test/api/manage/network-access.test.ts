import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

type Json = Record<string, unknown> & { id: string; items: Json[]; hints: string[] };

const value = 'Bearer sk_live_0123456789';

async function newAgent() {
  const { manage } = await api.newOwner();
  const agents = (await (await manage('GET', '/agents')).json()) as Json;
  const base = `/agents/${agents.items[0]?.id}/network-access`;
  async function call(method: string, path = '', body?: object) {
    const response = await manage(method, `${base}${path}`, body);
    const text = await response.text();
    return { status: response.status, text, json: (text === '' ? {} : JSON.parse(text)) as Json };
  }
  const add = async (body: object) => (await call('POST', '', body)).json;
  return { manage, call, add, base };
}

describe('POST /manage/agents/{agentId}/network-access', () => {
  it('stores a domain with its header and never shows the value', async () => {
    const { call } = await newAgent();
    const body = { domain: 'https://API.example.com/v1', headerName: 'Authorization', headerValue: value };
    const { status, json, text } = await call('POST', '', body);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      domain: 'api.example.com',
      headerName: 'Authorization',
      hasHeaderValue: true,
    });
    expect(json.id).toMatch(/^pol_/);
    expect(json['createdAt']).toBe(json['updatedAt']);
    expect(text).not.toContain('sk_live');
  });

  it('stores a domain without a header', async () => {
    const { call } = await newAgent();
    const { status, json } = await call('POST', '', {
      domain: '*.example.com',
      headerName: '',
      headerValue: ' ',
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({ domain: '*.example.com', headerName: null, hasHeaderValue: false });
    expect(json.hints.join()).toContain('not example.com itself');
  });

  it.each([
    [{ domain: 'example.com', headerName: 'X-Key' }],
    [{ domain: 'example.com', headerValue: 'abc' }],
    [{ domain: 'example.com', headerName: 'X-Key', headerValue: '  ' }],
  ])('answers 400 to half a header: %j', async (body) => {
    const { status, json } = await (await newAgent()).call('POST', '', body);
    const message = 'Header name and value need to be filled in together';
    expect([status, json]).toMatchObject([400, { code: 'HEADER_PAIR_REQUIRED', message, error: message }]);
  });

  it.each([[{}], [{ domain: '' }], [{ domain: 7 }], [{ domain: '*.com' }], [{ domain: 'a b' }]])(
    'answers 400 to the domain in %j',
    async (body) => {
      const { status, json } = await (await newAgent()).call('POST', '', body);
      expect([status, json['code']]).toEqual([400, 'INVALID_DOMAIN']);
    },
  );

  it('lets a shared suffix stand without a header only', async () => {
    const { call } = await newAgent();
    expect((await call('POST', '', { domain: '*.github.io' })).status).toBe(201);
    const { status, json } = await call('POST', '', {
      domain: '*.github.io',
      headerName: 'X-Key',
      headerValue: value,
    });
    expect([status, json['code']]).toEqual([400, 'INVALID_DOMAIN']);
  });

  it('answers 409 to the same domain and header name again', async () => {
    const { call } = await newAgent();
    await call('POST', '', { domain: 'example.com', headerName: 'X-Key', headerValue: value });
    const again = await call('POST', '', {
      domain: 'EXAMPLE.com.',
      headerName: 'x-key',
      headerValue: 'other-value',
    });
    expect([again.status, again.json['code']]).toEqual([409, 'POLICY_EXISTS']);
  });

  it('hints at a Bearer that is missing', async () => {
    const { add } = await newAgent();
    const { hints } = await add({
      domain: 'example.com',
      headerName: 'Authorization',
      headerValue: 'sk_live_1\n',
    });
    expect(hints.join()).toMatch(/line break.*Bearer/s);
  });
});

describe('PATCH /manage/agents/{agentId}/network-access/{policyId}', () => {
  const header = { domain: 'example.com', headerName: 'X-Key', headerValue: value };

  it.each([
    ['the same domain, written otherwise', { domain: 'https://EXAMPLE.com/' }],
    ['the same header name in another case', { headerName: 'x-key' }],
    ['nothing', {}],
    ['a new value', { headerValue: 'another-value' }],
  ])('keeps a header with %s', async (_, change) => {
    const { call, add } = await newAgent();
    const { id } = await add(header);
    const { status, json } = await call('PATCH', `/${id}`, change);
    expect([status, json]).toMatchObject([200, { id, domain: 'example.com', hasHeaderValue: true }]);
  });

  it.each([
    ['another domain', { domain: 'example.org' }],
    ['another header name', { headerName: 'X-Other' }],
    ['an empty name', { headerName: '' }],
    ['an empty value', { headerValue: '' }],
  ])('asks for the value again with %s', async (_, change) => {
    const { call, add } = await newAgent();
    const { id } = await add(header);
    const { status, json } = await call('PATCH', `/${id}`, change);
    expect([status, json['code']]).toEqual([400, 'HEADER_PAIR_REQUIRED']);
    expect((await call('GET')).json.items).toMatchObject([
      { id, domain: 'example.com', headerName: 'X-Key' },
    ]);
  });

  it('takes the header away, and then the domain may change', async () => {
    const { call, add } = await newAgent();
    const { id } = await add(header);
    const bare = await call('PATCH', `/${id}`, { headerName: null, headerValue: null });
    expect(bare.json).toMatchObject({ headerName: null, hasHeaderValue: false });
    expect((await call('PATCH', `/${id}`, { domain: 'example.org' })).json).toMatchObject({
      domain: 'example.org',
    });
  });

  it('answers 404 to an unknown policy', async () => {
    const { call } = await newAgent();
    expect((await call('PATCH', '/pol_none', { domain: 'example.org' })).status).toBe(404);
  });
});

describe('GET and DELETE', () => {
  it('list newest first, by pages, and delete', async () => {
    const { call, add } = await newAgent();
    for (const domain of ['a.test', 'b.test', 'c.test']) await add({ domain });
    const first = (await call('GET', '?limit=2')).json;
    const second = (await call('GET', `?limit=2&cursor=${String(first['nextCursor'])}`)).json;
    const domains = [...first.items, ...second.items].map(({ domain }) => String(domain));
    expect(domains.toSorted()).toEqual(['a.test', 'b.test', 'c.test']);
    expect((await call('DELETE', `/${first.items[0]?.id}`)).status).toBe(204);
    expect((await call('DELETE', `/${first.items[0]?.id}`)).status).toBe(404);
    expect((await call('GET')).json.items.length).toBe(2);
  });

  it.each([
    ['', 'nonsense'],
    ['', '1234567890123456 pol_x'],
    ['/log', 'nonsense'],
    ['/log', '1 abc'],
    ['/log', '1234567890123456 1'],
  ])('answer 400 to a strange cursor: GET %s, %s', async (path, text) => {
    const { call } = await newAgent();
    const cursor = Buffer.from(text).toString('base64url');
    const { status, json } = await call('GET', `${path}?cursor=${cursor}`);
    expect([status, json['message']]).toEqual([400, 'cursor: is not a cursor of this list']);
  });

  it("answer 404 for another workspace's agent, 401 without a token", async () => {
    const { base, add } = await newAgent();
    const { id } = await add({ domain: 'a.test' });
    const other = await newAgent();
    const calls: readonly [string, string, object?][] = [
      ['GET', ''],
      ['POST', '', { domain: 'b.test' }],
      ['PATCH', `/${id}`, { domain: 'b.test' }],
      ['DELETE', `/${id}`],
      ['GET', '/log'],
      ['POST', '/check', { method: 'GET', url: 'https://a.test/' }],
    ];
    for (const [method, path, body] of calls) {
      expect((await other.manage(method, `${base}${path}`, body)).status).toBe(404);
      expect((await fetch(`${api.url}/manage${base}${path}`, { method })).status).toBe(401);
    }
  });
});

describe('POST /manage/agents/{agentId}/network-access/check', () => {
  it('says what would happen and sends nothing', async () => {
    const { call, add } = await newAgent();
    const { id } = await add({ domain: '*.example.com', headerName: 'X-Key', headerValue: value });
    const check = (url: string) => call('POST', '/check', { method: 'GET', url });
    expect((await check('https://a.b.example.com/x')).json).toEqual({
      allowed: true,
      ground: 'policy',
      host: 'a.b.example.com',
      policyId: id,
      attachedHeaders: ['X-Key'],
      fault: null,
      unjudged: [],
      needsApproval: false,
    });
    expect((await check('https://example.com/')).json).toMatchObject({
      allowed: false,
      ground: 'host',
      policyId: null,
    });
    expect((await check('http://a.example.com/')).json).toMatchObject({
      allowed: false,
      ground: 'plaintext',
    });
    expect((await check('not a url')).status).toBe(400);
    expect((await call('GET', '/log')).json.items).toEqual([]);
  });
});

describe('/manage/agents/{agentId}/network-access/log and /check', () => {
  it.each([
    ['PUT', 'log', 'GET, HEAD'],
    ['DELETE', 'log', 'GET, HEAD'],
    ['PATCH', 'log', 'GET, HEAD'],
    ['DELETE', 'check', 'POST'],
    ['PATCH', 'check', 'POST'],
    ['PUT', 'pol_1', 'DELETE, PATCH'],
  ])('%s /%s answers 405 with the methods of that address alone', async (method, word, allowed) => {
    const { manage, base } = await newAgent();
    const response = await manage(method, `${base}/${word}`, {});
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')?.split(', ').toSorted().join(', ')).toBe(allowed);
  });
});
