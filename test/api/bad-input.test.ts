import { Agent, request } from 'node:http';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { rawHttp, type RawAnswer } from '#test/support/raw-http.ts';
import { pollOnce } from '#test/support/poll-once.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let owner: Awaited<ReturnType<typeof api.newOwner>>;
let hookPath: string;
beforeAll(async () => {
  api = await startApi();
  await pollOnce(api);
  owner = await api.newOwner();
  hookPath = new URL((await owner.newAutomation()).hook).pathname;
});
afterAll(() => api[Symbol.asyncDispose]());

/** Whatever came in, the next one is served. */
afterEach(async () => {
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
});

const send = (head: string, body: string | Buffer = '') =>
  rawHttp(api.url, Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), Buffer.from(body)]));

function expectRefusal(answer: RawAnswer | null, status: number, code?: string): void {
  expect(answer?.status).toBe(status);
  expect(answer?.headers['content-type']).toMatch(/^application\/json/);
  const refusal = JSON.parse(answer?.body ?? '') as Record<string, string>;
  expect(refusal).toMatchObject({
    error: refusal['message'],
    code: code ?? expect.stringMatching(/^[A-Z][A-Z0-9_]+$/),
    message: expect.stringMatching(/\S/),
    hint: expect.stringMatching(/\S/),
  });
}

describe('input that is not HTTP', () => {
  it.each([
    ['a line of noise', 'hello'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: a'],
    ['a blank in a header name', 'GET / HTTP/1.1\r\nHost: a\r\nBad Name: x'],
    ['a line break of a smuggler', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\rb: c'],
    ['two lengths', 'POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2'],
    [
      'a length and chunks',
      'POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked',
    ],
    ['a negative length', 'POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: -1'],
    ['a length in words', 'POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: ten'],
    ['no host', 'GET /healthz HTTP/1.1'],
    ['a TLS hello', '\u0016\u0003\u0001'],
  ])('is answered 400: %s', async (_, head) => {
    const answer = await send(head);
    expectRefusal(answer, 400, 'INVALID_REQUEST');
    expect(answer?.headers['connection']).toBe('close');
  });

  it('answers 400 to a chunk whose size is none', async () => {
    const head = `POST ${hookPath} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked`;
    expectRefusal(await send(head, 'zz\r\nhello\r\n0\r\n\r\n'), 400, 'INVALID_REQUEST');
  });

  it('answers a request whatever it expects', async () => {
    const head = `POST ${hookPath} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: banana`;
    expect((await send(head, '{}'))?.status).toBe(200);
  });

  it('answers 405 to who wants a tunnel', async () => {
    expectRefusal(await send('CONNECT example.com:443 HTTP/1.1\r\nHost: a'), 405, 'METHOD_NOT_ALLOWED');
  });

  it('answers 431 to a flood of headers, by size and by number of bytes', async () => {
    const long = `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(100_000)}`;
    expectRefusal(await send(long), 431, 'REQUEST_HEADERS_TOO_LARGE');
    const many = Array.from({ length: 5_000 }, (_, index) => `X-${index}: ${index}`).join('\r\n');
    expectRefusal(
      await send(`GET /healthz HTTP/1.1\r\nHost: a\r\n${many}`),
      431,
      'REQUEST_HEADERS_TOO_LARGE',
    );
    expectRefusal(
      await send(`GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a`),
      431,
      'REQUEST_HEADERS_TOO_LARGE',
    );
  });
});

describe('odd paths', () => {
  it.each([
    '//nothing',
    '/hooks',
    '/hooks/',
    '/api',
    '/%',
    '/%00',
    '/%ff',
    '/%zz/x',
    '/hooks/%',
    '/hooks/%ff',
    '/..%2f..%2fetc%2fpasswd',
    '/../../etc/passwd',
    '/manage/%2e%2e/healthz',
    '/api/%',
    '/nothing?%',
    '/constructor',
    '/api/__proto__',
    '/hooks/__proto__',
    `/hooks/${'A'.repeat(5_000)}`,
    '/hooks/a/b',
  ])('%s answers 400, 401 or 404, never 500', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await send(`${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 0`);
      expect([path, answer?.status]).toEqual([
        path,
        expect.toSatisfy((status: number) => [400, 401, 404, 405].includes(status)),
      ]);
      expectRefusal(answer, answer!.status);
    }
  });

  it('a hook with a slash at its end is the same hook', async () => {
    const answer = await fetch(`${api.url}${hookPath}/`, { method: 'POST', body: 'slash' });
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'accepted' }]);
  });

  it('a hook with a query is the same hook', async () => {
    const answer = await fetch(`${api.url}${hookPath}?source=shop&%=%`, { method: 'POST', body: 'query' });
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'accepted' }]);
  });

  it('a token in another case is another token', async () => {
    const swapped = hookPath.replaceAll(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const other = `/hooks/${swapped.slice('/hooks/'.length)}`;
    expect((await fetch(`${api.url}${other}`, { method: 'POST', body: 'x' })).status).toBe(404);
  });

  it('an absolute address as target is served by its path', async () => {
    const answer = await send(`GET http://elsewhere.example/healthz HTTP/1.1\r\nHost: elsewhere.example`);
    expect(answer?.status).toBe(200);
  });
});

describe('methods', () => {
  it('HEAD is answered as GET, without a body', async () => {
    const answer = await send('HEAD /healthz HTTP/1.1\r\nHost: a\r\nConnection: close');
    expect([answer?.status, answer?.body]).toEqual([200, '']);
    const head = await owner.manage('HEAD', '/workspace');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    ['HEAD', '/hooks', 405],
    ['TRACE', '/hooks', 405],
    ['BREW', '/hooks', 400],
  ])('%s on a hook', async (method, _, status) => {
    const answer = await send(`${method} ${hookPath} HTTP/1.1\r\nHost: a\r\nConnection: close`);
    expect(answer?.status).toBe(status);
    if (status === 405) expect(answer?.headers['allow']).toBe('POST');
  });

  it.each([
    ['PUT', '/automations', /GET/],
    ['DELETE', '/automations', /POST/],
    ['OPTIONS', '/automations', /GET/],
    ['PUT', '/workspace', /GET/],
    ['GET', '/automations/x/pause', /POST/],
    ['PATCH', '/deliveries/x', /GET/],
  ])('%s /manage%s answers 405 with what is possible', async (method, path, allow) => {
    const response = await owner.manage(method, path);
    expect([response.status, response.headers.get('api-version')]).toEqual([405, '2026-08-24']);
    expect(response.headers.get('allow')).toMatch(allow);
    expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  });
});

describe('bodies of deliveries', () => {
  const traces = async () => {
    const automations = (await (await owner.manage('GET', '/automations')).json()) as {
      items: { id: string }[];
    };
    const response = await owner.manage('GET', `/automations/${automations.items[0]!.id}/activity?limit=200`);
    return ((await response.json()) as { items: unknown[] }).items.length;
  };

  it('that stall hold up nobody else, and leave nothing when the sender gives up', async () => {
    const before = await traces();
    const stalled = Array.from({ length: 50 }, () => {
      const sending = request(`${api.url}${hookPath}`, {
        method: 'POST',
        headers: { 'content-length': '50' },
      });
      sending.on('error', () => undefined);
      sending.write('half');
      return sending;
    });
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    for (const sending of stalled) sending.destroy();
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
    expect(await traces()).toBe(before);
  });

  it('that are shorter than announced are no deliveries', async () => {
    const before = await traces();
    const statusCode = await new Promise<number | undefined>((resolve) => {
      const sending = request(`${api.url}${hookPath}`, {
        method: 'POST',
        headers: { 'content-length': '100' },
      });
      sending.on('response', (response) => resolve(response.statusCode));
      sending.on('error', () => resolve(undefined));
      sending.write('short', () => sending.socket?.end());
    });
    expect(statusCode === undefined || statusCode === 400).toBe(true);
    expect(await traces()).toBe(before);
  });

  it('that are longer than announced end with the announced byte', async () => {
    const head = `POST ${hookPath} HTTP/1.1\r\nHost: a\r\nContent-Length: 5`;
    const answer = await send(head, 'helloGET / HTTP/1.1');
    expect(answer?.status).toBe(200);
    const { deliveryId } = JSON.parse(answer!.body) as { deliveryId: string };
    expect(await (await owner.manage('GET', `/deliveries/${deliveryId}/body`)).text()).toBe('hello');
  });

  it('with the event id twice are one event, named by the first value', async () => {
    const head = `POST ${hookPath} HTTP/1.1\r\nHost: a\r\nX-Service-Event-Id: a\r\nX-Service-Event-Id: b\r\nContent-Length: 2`;
    const [one, other] = [await send(head, '{}'), await send(head, '{}')];
    expect(JSON.parse(one!.body)).toMatchObject({
      status: 'accepted',
      eventId: 'a',
      eventIdSource: 'header',
    });
    expect(JSON.parse(other!.body)).toMatchObject({ status: 'duplicate' });
  });

  it('with headers twice are taken with the first content type', async () => {
    const types = 'Content-Type: text/plain\r\nContent-Type: application/json';
    const head = `POST ${hookPath} HTTP/1.1\r\nHost: a\r\n${types}\r\nContent-Length: 22`;
    const answer = await send(head, '{"event_id":"typed-2"}');
    expect(JSON.parse(answer!.body)).toMatchObject({ status: 'accepted', eventIdSource: 'payload' });
  });
});

describe('bodies of the management API', () => {
  const post = (path: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/manage${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.workspace.token}`, ...headers },
      body,
    });

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['broken JSON', '{"name":'],
    ['two documents', '{}{}'],
    ['NaN', 'NaN'],
    ['Latin-1', Buffer.from('{"name":"\xe9"}', 'latin1')],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
    ['NUL bytes', Buffer.alloc(100)],
    ['a form', 'name=x'],
  ])('%s: 400 INVALID_JSON', async (_, body) => {
    const response = await post('/agents', body);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_JSON' }]);
  });

  it.each([
    ['arrays', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['objects', '{"name":'.repeat(50_000) + '1' + '}'.repeat(50_000)],
    ['a member', `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['an unknown member', `{"name":"x","other":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('50,000 deep %s are refused, or ignored where nobody reads them', async (what, body) => {
    const response = await post('/agents', body);
    expect([what, response.status]).toEqual([what, what === 'an unknown member' ? 201 : 400]);
  });

  it('50,000 deep bodies of requests are refused in words', async () => {
    const { items } = (await (await owner.manage('GET', '/agents')).json()) as { items: { id: string }[] };
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const body = `{"method":"POST","url":"https://example.com/","body":${deep}}`;
    const response = await post(`/agents/${items[0]!.id}/requests`, body);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
  });

  it('20,000 deep parameters of a public tool are refused in words', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const body = `{"tool":"slugify","params":{"text":${deep}}}`;
    const response = await fetch(`${api.url}/api/tools/invoke`, { method: 'POST', body });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
  });

  it('__proto__ members change nothing', async () => {
    const polluted =
      '{"name":"x","__proto__":{"model":"evil","isAdmin":true},"constructor":{"prototype":{"a":1}}}';
    const response = await post('/agents', polluted);
    expect([response.status, await response.json()]).toMatchObject([201, { model: 'offline/rules-1' }]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    const unnamed = await post('/agents', '{"__proto__":{"name":"inherited"}}');
    expect(unnamed.status).toBe(400);
  });

  it('more than 1,000,000 bytes: 413', async () => {
    const response = await post('/agents', JSON.stringify({ name: 'x'.repeat(1_000_001) }));
    const refusal = (await response.json()) as { hint: string };
    expect([response.status, refusal]).toMatchObject([413, { code: 'PAYLOAD_TOO_LARGE' }]);
    // That header is for senders of deliveries.
    expect(refusal.hint).not.toContain('X-Service-Reference-Url');
  });

  it('an encoding that nobody knows: 415, one that does not decode: 400', async () => {
    const unknown = await post('/agents', '{}', { 'content-encoding': 'zstd' });
    expect([unknown.status, await unknown.json()]).toMatchObject([415, { code: 'UNSUPPORTED_ENCODING' }]);
    const broken = await post('/agents', '{}', { 'content-encoding': 'gzip' });
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: 'INVALID_ENCODING' }]);
  });

  it('an API version that does not exist: 400 with the supported ones', async () => {
    const headers = { authorization: `Bearer ${owner.workspace.token}`, 'api-version': '1999-01-01' };
    const response = await fetch(`${api.url}/manage/workspace`, { headers });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'UNSUPPORTED_API_VERSION', hint: expect.stringContaining('2026-08-24') },
    ]);
  });
});

describe('a refused upload', () => {
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${'x'.repeat(5_000_000)}\r\n`;

  it.each([
    ['too many parts', part('other', 'x'.repeat(60)).repeat(10_000)],
    ['a text too long, before its file', part('ranges', '1'.repeat(2_000_000)) + file],
  ])('with %s is read to its end, and the connection takes the next request', async (_, parts) => {
    const body = `${parts}--b--\r\n`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const refused = await sendWith(
        agent,
        'POST',
        '/api/tools/pdf',
        body,
        'multipart/form-data; boundary=b',
      );
      expect(refused).toBe(400);
      expect(await sendWith(agent, 'GET', '/healthz')).toBe(200);
    } finally {
      agent.destroy();
    }
  });

  it.each([
    ['kept', true, '/api/tools/analyze-image', 400],
    ['ended', false, '/api/tools/analyze-image', 400],
    ['kept', true, '/nowhere', 404],
    ['ended', false, '/nowhere', 404],
  ])('is answered to a sender who sends on: connection %s', async (_, keepAlive, path, status) => {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    try {
      expect(await sendWith(agent, 'POST', path, 'x'.repeat(30_000_000), 'application/json')).toBe(status);
    } finally {
      agent.destroy();
    }
  });

  it('with a rest that is not waited for says that the connection ends', async () => {
    const answer = await send(
      `POST /api/tools/analyze-image HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 300000000`,
      '{',
    );
    expectRefusal(answer, 400, 'PAYLOAD_TOO_LARGE');
    expect(answer?.headers['connection']).toBe('close');
  });
});

/** The whole body first, then the answer, as many clients do. */
async function sendWith(agent: Agent, method: string, path: string, body = '', type = 'text/plain') {
  const answered = Promise.withResolvers<number>();
  const outgoing = request(`${api.url}${path}`, { agent, method, headers: { 'content-type': type } });
  outgoing.on('response', (incoming) => {
    incoming.resume().on('end', () => answered.resolve(incoming.statusCode ?? 0));
  });
  outgoing.on('error', answered.reject);
  outgoing.end(body);
  return await answered.promise;
}
