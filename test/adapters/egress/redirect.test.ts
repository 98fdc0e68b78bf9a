import { describe, expect, it } from 'vitest';

import { certificateAuthority } from '#test/support/certificates.ts';
import { testEgress } from './support/egress.ts';
import type { PolicyLine } from '#test/core/network-access/support/policies.ts';
import { httpsTarget, httpTarget } from './support/target.ts';

const secret = 'sk_live_0123456789';

/** A target that sends on to whatever its query says. */
const redirecting = (status = 302) =>
  httpTarget(({ url }, response) => {
    const to = new URL(url, 'http://x').searchParams.get('to');
    if (to === null) response.end('arrived');
    else response.writeHead(status, { location: to }).end('moved');
  });

const through = (base: string, to: string) => `${base}/?to=${encodeURIComponent(to)}`;

describe('a GET', () => {
  it.each([301, 302, 303, 307, 308])('follows %i to an allowed host', async (status) => {
    await using end = await httpTarget();
    await using start = await redirecting(status);
    const { send, rows } = testEgress({ lines: [['a.test'], ['b.test']] });
    const result = await send(
      'GET',
      through(`http://a.test:${start.port}`, `http://b.test:${end.port}/end?x=1`),
    );
    expect(result).toMatchObject({
      kind: 'answered',
      status: 200,
      host: 'a.test',
      finalUrl: `http://b.test:${end.port}/end?x=1`,
    });
    expect(rows.map(({ hop, host, status: answered }) => [hop, host, answered])).toEqual([
      [0, 'a.test', status],
      [1, 'b.test', 200],
    ]);
  });

  it('follows a relative location', async () => {
    await using start = await redirecting();
    const { send } = testEgress({ lines: [['127.0.0.1']] });
    expect(await send('GET', through(start.url, 'c?x=1'))).toMatchObject({
      kind: 'answered',
      finalUrl: `${start.url}/c?x=1`,
    });
  });

  it.each([300, 304, 305, 306])('hands %i back', async (status) => {
    await using start = await redirecting(status);
    const result = await testEgress({ lines: [['127.0.0.1']] }).send('GET', through(start.url, '/c'));
    expect(result).toMatchObject({ kind: 'answered', status, finalUrl: null });
  });

  it('never takes the header of one host to another', async () => {
    await using end = await httpTarget();
    await using start = await redirecting();
    const lines: readonly PolicyLine[] = [['a.test', 'X-Api-Key', secret], ['b.test']];
    const result = await testEgress({ lines }).send(
      'GET',
      through(`http://a.test:${start.port}`, `http://b.test:${end.port}/`),
    );
    expect(start.received[0]?.headers['x-api-key']).toBe(secret);
    expect(end.received[0]?.headers['x-api-key']).toBeUndefined();
    expect(result).toMatchObject({ attachedHeaders: ['X-Api-Key'] });
  });

  it("attaches the other host's own header there", async () => {
    await using end = await httpTarget();
    await using start = await redirecting();
    const lines: readonly PolicyLine[] = [
      ['a.test', 'X-Key', 'key-of-a'],
      ['b.test', 'X-Key', 'key-of-b'],
    ];
    await testEgress({ lines }).send(
      'GET',
      through(`http://a.test:${start.port}`, `http://b.test:${end.port}/`),
    );
    expect([start, end].map(({ received }) => received[0]?.headers['x-key'])).toEqual([
      'key-of-a',
      'key-of-b',
    ]);
  });

  it("leaves the agent's own credentials behind, at the next host and after it", async () => {
    await using start = await redirecting();
    const lines: readonly PolicyLine[] = [['a.test'], ['b.test']];
    const back = `http://a.test:${start.port}/back`;
    const url = through(`http://a.test:${start.port}`, through(`http://b.test:${start.port}`, back));
    const headers = { Authorization: 'Bearer own', Cookie: 'a=1', 'X-Api-Key': 'own', Accept: 'text/plain' };
    const result = await testEgress({ lines }).send('GET', url, { headers });
    expect(result).toMatchObject({
      kind: 'answered',
      finalUrl: back,
      ignoredHeaders: ['Authorization', 'Cookie', 'X-Api-Key'],
    });
    expect(
      start.received.map((r) => [
        r.headers.host,
        r.headers.authorization,
        r.headers.cookie,
        r.headers['x-api-key'],
      ]),
    ).toEqual([
      [`a.test:${start.port}`, 'Bearer own', 'a=1', 'own'],
      [`b.test:${start.port}`, undefined, undefined, undefined],
      [`a.test:${start.port}`, undefined, undefined, undefined],
    ]);
    expect(start.received.map((r) => r.headers.accept)).toEqual(Array(3).fill('text/plain'));
  });

  it("leaves the agent's own credentials behind also at a second page of the next host", async () => {
    await using start = await redirecting();
    const lines: readonly PolicyLine[] = [['a.test'], ['b.test']];
    const second = `http://b.test:${start.port}/second`;
    const url = through(`http://a.test:${start.port}`, through(`http://b.test:${start.port}`, second));
    const result = await testEgress({ lines }).send('GET', url, {
      headers: { Authorization: 'Bearer own', Accept: 'text/plain' },
    });
    expect(result).toMatchObject({ kind: 'answered', finalUrl: second });
    expect(start.received.map(({ headers }) => [headers.host, headers.authorization])).toEqual([
      [`a.test:${start.port}`, 'Bearer own'],
      [`b.test:${start.port}`, undefined],
      [`b.test:${start.port}`, undefined],
    ]);
  });

  it.each<[string, string, string, readonly PolicyLine[]]>([
    ['a host without a policy', 'http://evil.test/x', 'host', []],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data', 'host', []],
    [
      'the metadata service, though it is listed',
      'http://169.254.169.254/',
      'address',
      [['169.254.169.254']],
    ],
    ['a private address, though it is listed', 'http://10.0.0.1/', 'address', [['10.0.0.1']]],
  ])('ends at %s with the refusal of that host', async (_, location, detail, more) => {
    await using start = await redirecting();
    const { send, rows } = testEgress({ lines: [['a.test', 'X-Key', secret], ...more] });
    const { hostname } = new URL(location);
    expect(await send('GET', through(`http://a.test:${start.port}`, location))).toEqual({
      kind: 'refused',
      host: hostname,
      ground: 'redirect',
      message: `Outbound request to '${hostname}' is not allowed`,
    });
    expect(rows[1]).toMatchObject({ allowed: false, ground: 'redirect', detail, hop: 1, host: hostname });
  });

  it('is not followed from https to http', async () => {
    const authority = await certificateAuthority();
    await using end = await httpTarget();
    await using start = await httpsTarget(await authority.issue('a.test'), (_, response) =>
      response.writeHead(302, { location: `http://a.test:${end.port}/` }).end(),
    );
    const { send, rows } = testEgress({ lines: [['a.test']], certificateAuthorities: [authority.cert] });
    expect(await send('GET', `https://a.test:${start.port}/`)).toMatchObject({
      kind: 'refused',
      host: 'a.test',
      ground: 'redirect',
    });
    expect(rows[1]).toMatchObject({ detail: 'plaintext' });
    expect(end.connections()).toBe(0);
  });

  it('follows five redirects and no sixth', async () => {
    await using start = await httpTarget(({ url }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) response.end('arrived');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const { send } = testEgress({ lines: [['127.0.0.1']] });
    expect(await send('GET', `${start.url}/5`)).toMatchObject({ kind: 'answered', body: 'arrived' });
    expect(await send('GET', `${start.url}/6`)).toMatchObject({
      kind: 'failed',
      reason: 'TOO_MANY_REDIRECTS',
      sent: 'maybe',
    });
    expect(start.received.length).toBe(12);
  });

  it.each([
    'ftp://a.test/',
    'https://user:pass@b.test/',
    'http://a.test:25/',
    'http://[::1',
    'javascript:alert(1)',
  ])('hands a redirect to %s back', async (location) => {
    await using start = await redirecting();
    const result = await testEgress({ lines: [['127.0.0.1']] }).send('GET', through(start.url, location));
    expect(result).toMatchObject({ kind: 'answered', status: 302, finalUrl: null });
  });

  it('shows no secret that a target puts into a location or a host name', async () => {
    await using end = await httpTarget();
    await using start = await httpTarget(({ url, headers }, response) => {
      const key = String(headers['x-key']);
      const location =
        url === '/path' ? `http://b.test:${end.port}/${key}?${key}=1` : `http://${key}.evil.test/`;
      response.writeHead(302, { location }).end();
    });
    const { send, rows } = testEgress({ lines: [['a.test', 'X-Key', secret], ['b.test']] });
    const results = [
      await send('GET', `http://a.test:${start.port}/path`),
      await send('GET', `http://a.test:${start.port}/host`),
      await send('POST', `http://a.test:${start.port}/path`, { body: 'x' }),
    ];
    expect(results.map(({ kind }) => kind)).toEqual(['answered', 'refused', 'answered']);
    expect(JSON.stringify([results, rows]).toLowerCase()).not.toContain(secret);
  });
});

describe.each(['POST', 'PATCH', 'DELETE'])('a %s', (method) => {
  it('gets the redirect back and goes nowhere else', async () => {
    await using end = await httpTarget();
    await using start = await redirecting(307);
    const { send } = testEgress({ lines: [['127.0.0.1']] });
    const result = await send(method, through(start.url, `${end.url}/`));
    expect(result).toMatchObject({
      kind: 'answered',
      status: 307,
      headers: { location: `${end.url}/` },
      body: 'moved',
    });
    expect(end.connections()).toBe(0);
  });
});

it('a GET with a body gets the redirect back', async () => {
  await using start = await redirecting();
  const result = await testEgress({ lines: [['127.0.0.1']] }).send('GET', through(start.url, '/c'), {
    body: { query: 1 },
  });
  expect(result).toMatchObject({ kind: 'answered', status: 302 });
});

it('the whole time covers all hops together', async () => {
  await using start = await httpTarget((_, response) => {
    setTimeout(() => response.writeHead(302, { location: '/' }).end(), 120);
  });
  const { send } = testEgress({ lines: [['127.0.0.1']], limits: { totalMs: 300 } });
  expect(await send('GET', start.url)).toMatchObject({
    kind: 'failed',
    reason: 'TOTAL_TIMEOUT',
    sent: 'maybe',
  });
  expect(start.received.length).toBeLessThan(4);
});
