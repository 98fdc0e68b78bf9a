import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createEgress } from '#egress/egress.ts';
import { createPolicyMatcher } from '#network-access/match-policies.ts';
import { noAccessTokens, testEgress } from './support/egress.ts';
import {
  decisionLog,
  policyLookup,
  type PolicyLine,
  scope,
} from '#test/core/network-access/support/policies.ts';
import { secretLookup } from '#test/core/network-access/support/secrets.ts';
import { httpTarget, type Received } from './support/target.ts';

const secret = 'Bearer sk_live_0123456789';
const keyed: readonly PolicyLine[] = [['127.0.0.1', 'Authorization', secret]];
const bare: readonly PolicyLine[] = [['127.0.0.1']];

const headerLines = ({ rawHeaders }: Received) =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));

const echo = (received: Received, response: ServerResponse) => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'x-request-id': received.headers.authorization ?? 'none',
    'set-cookie': 'session=1',
    'www-authenticate': `Bearer realm="${received.headers.authorization}"`,
    'x-debug': received.headers.authorization ?? 'none',
  });
  response.end(JSON.stringify({ got: received.headers, body: received.body }));
};

it('no length is told beside a body from which a credential was taken out', async () => {
  const answer = (body: (received: Received) => string) =>
    httpTarget((received, response) => {
      const text = body(received);
      response.writeHead(200, { 'content-length': Buffer.byteLength(text) }).end(text);
    });
  await using echoing = await answer(({ headers }) => `You sent ${headers.authorization}.`);
  await using plain = await answer(() => 'All is well.');
  const { send } = testEgress({ lines: keyed });
  const redacted = await send('GET', echoing.url);
  expect(redacted).toMatchObject({ kind: 'answered', body: expect.stringContaining('[redacted]') });
  expect(redacted).not.toHaveProperty('headers.content-length');
  expect(await send('GET', plain.url)).toHaveProperty('headers.content-length', '12');
});

describe('the request', () => {
  it('is exactly the request, the configured header and our own few', async () => {
    await using target = await httpTarget();
    const headers = { Accept: 'application/json', 'X-Trace': 'abc' };
    await testEgress({ lines: keyed }).send('GET', `${target.url}/v1/a?b=c%20d&e=%2F`, { headers });
    expect(target.received[0]).toMatchObject({ method: 'GET', url: '/v1/a?b=c%20d&e=%2F', body: '' });
    expect(headerLines(target.received[0]!)).toEqual([
      `host: 127.0.0.1:${target.port}`,
      'connection: keep-alive',
      'Accept: application/json',
      'X-Trace: abc',
      `Authorization: ${secret}`,
      'User-Agent: Reveille/1',
      'Accept-Encoding: identity',
    ]);
  });

  it.each(['Authorization', 'authorization', 'AUTHORIZATION'])(
    'has the configured value alone, though the agent sets %s',
    async (name) => {
      await using target = await httpTarget();
      const result = await testEgress({ lines: keyed }).send('GET', target.url, {
        headers: { [name]: 'Bearer mine' },
      });
      expect(headerLines(target.received[0]!).filter((line) => /^authorization/i.test(line))).toEqual([
        `Authorization: ${secret}`,
      ]);
      expect(result).toMatchObject({ attachedHeaders: ['Authorization'], ignoredHeaders: [name] });
    },
  );

  it('has the headers of every match, the closest for each name', async () => {
    await using target = await httpTarget();
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const lines: readonly PolicyLine[] = [
      ['*.test', 'X-Key', 'of-the-wildcard'],
      ['a.api.test', 'x-key', 'of-the-host'],
      ['*.api.test', 'X-Tenant', 'tenant'],
    ];
    const result = await testEgress({ lines, resolve }).send('GET', `http://a.api.test:${target.port}/`);
    expect(result).toMatchObject({ attachedHeaders: ['x-key', 'X-Tenant'] });
    expect(target.received[0]?.headers).toMatchObject({ 'x-key': 'of-the-host', 'x-tenant': 'tenant' });
  });

  it.each([
    [{ a: 'ü' }, '{"a":"ü"}', 'application/json'],
    ['{"a":1}', '{"a":1}', 'application/json'],
    [' [1]', ' [1]', 'application/json'],
    ['a=1&b=2', 'a=1&b=2', 'text/plain; charset=utf-8'],
    ['{broken', '{broken', 'text/plain; charset=utf-8'],
    [false, 'false', 'application/json'],
    [0, '0', 'application/json'],
  ])('has the body %j as %s', async (body, text, contentType) => {
    await using target = await httpTarget();
    await testEgress({ lines: bare }).send('POST', target.url, { body });
    expect(target.received[0]).toMatchObject({ body: text, headers: { 'content-type': contentType } });
    expect(target.received[0]?.headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });

  it.each([undefined, null, ''])('has no body and no content type for %j', async (body) => {
    await using target = await httpTarget();
    await testEgress({ lines: bare }).send('DELETE', target.url, body === undefined ? {} : { body });
    expect(target.received[0]).toMatchObject({ method: 'DELETE', body: '' });
    expect(target.received[0]?.headers['content-type']).toBeUndefined();
  });

  it('keeps the content type and user agent that the agent names', async () => {
    await using target = await httpTarget();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'mine' };
    await testEgress({ lines: bare }).send('POST', target.url, { body: 'a=1', headers });
    expect(target.received[0]?.headers).toMatchObject(headers);
  });

  it.each([
    ['POST', {}, 'run-step'],
    ['PATCH', {}, 'run-step'],
    ['POST', { 'idempotency-key': 'own' }, 'own'],
    ['GET', {}, undefined],
    ['DELETE', {}, undefined],
  ])('has the idempotency key on %s with %j: %s', async (method, headers, key) => {
    await using target = await httpTarget();
    await testEgress({ lines: bare }).send(method, target.url, { headers }, { idempotencyKey: 'run-step' });
    expect(target.received[0]?.headers['idempotency-key']).toBe(key);
  });
});

describe('a request that is not sent', () => {
  it.each([
    ['a method', { method: 'PUT' }],
    ['a method', { method: 'get' }],
    ['a method', { method: 'TRACE' }],
    ['a URL', { url: 'not a url' }],
    ['a header', { headers: { Host: 'evil.com' } }],
    ['a header', { headers: { 'X-A': 'a\r\nHost: evil.com' } }],
    ['a body of more than 1 MiB', { body: 'a'.repeat((1 << 20) + 1) }],
  ])('is a request with %s that is wrong: %j', async (_, wrong) => {
    await using target = await httpTarget();
    const { egress, rows, reads } = testEgress({ lines: bare });
    const result = await egress.send(scope, { method: 'POST', url: target.url, ...wrong });
    expect(result.kind).toBe('invalid');
    expect([target.connections(), rows.length, reads.length]).toEqual([0, 0, 0]);
  });

  it('is less than a body of 1 MiB, which goes', async () => {
    await using target = await httpTarget();
    const body = 'a'.repeat(1 << 20);
    expect(await testEgress({ lines: bare }).send('POST', target.url, { body })).toMatchObject({
      status: 200,
    });
    expect(target.received[0]?.body.length).toBe(1 << 20);
  });

  it.each<[string, readonly PolicyLine[], string, string]>([
    ['to a host without a policy', [['api.test']], 'https://evil.test/', 'host'],
    ['with no policies at all', [], 'https://api.test/', 'host'],
    ['to the bare domain of a wildcard', [['*.api.test']], 'https://api.test/', 'host'],
    ['with a credential in the clear', [['api.test', 'X-Key', 'secret-1']], 'http://api.test/', 'plaintext'],
    ['to a private literal', [['10.0.0.1']], 'https://10.0.0.1/', 'address'],
    ['to the metadata service', [['169.254.169.254']], 'http://169.254.169.254/latest', 'address'],
  ])('is a request %s, and nothing is resolved for it', async (_, lines, url, ground) => {
    let lookups = 0;
    const resolve = () => {
      lookups += 1;
      return Promise.resolve([{ address: '93.184.216.34', family: 4 }]);
    };
    const { send, rows } = testEgress({ lines, resolve, allowAddresses: [] });
    const { hostname } = new URL(url);
    expect(await send('POST', url, { body: 'x' })).toEqual({
      kind: 'refused',
      host: hostname,
      ground,
      message: `Outbound request to '${hostname}' is not allowed`,
    });
    expect(lookups).toBe(0);
    expect(rows).toMatchObject([
      { allowed: false, ground, host: hostname, attachedHeaders: [], dialledAddress: null },
    ]);
  });

  it('is a request with a credential over http to a name that nothing shows to be loopback', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('dns'), { code: 'ENOTFOUND' }));
    const { send } = testEgress({ lines: [['api.test', 'X-Key', 'secret-1']], resolve });
    expect(await send('GET', 'http://api.test/')).toMatchObject({ kind: 'refused', ground: 'plaintext' });
    expect(await send('GET', 'https://api.test/')).toMatchObject({ kind: 'failed', reason: 'DNS_NOT_FOUND' });
  });

  it.each([
    ['one private answer', ['10.0.0.1']],
    ['one private answer among public ones', ['93.184.216.34', '127.0.0.1']],
    ['a mapped loopback answer', ['::ffff:127.0.0.1']],
    ['a link-local answer', ['fe80::1%eth0']],
    ['no address', ['not-an-address']],
  ])('is a request to a name with %s', async (_, addresses) => {
    const resolve = () => Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
    const { send, rows } = testEgress({ lines: [['api.test']], resolve, allowAddresses: [] });
    expect(await send('GET', 'https://api.test/')).toMatchObject({
      kind: 'refused',
      host: 'api.test',
      ground: 'address',
    });
    expect(rows).toMatchObject([{ allowed: false, ground: 'address', addresses }]);
  });

  it('is a request whose credential cannot be read', async () => {
    await using target = await httpTarget();
    const secrets = {
      openHeaderValue: () => {
        throw new Error('no key k1');
      },
    };
    const { send, rows, warnings } = testEgress({ lines: keyed, secrets });
    const result = await send('POST', target.url, { body: 'x' });
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'SECRET_UNAVAILABLE',
      sent: 'nothing',
      isTemporary: false,
    });
    expect(target.connections()).toBe(0);
    expect(rows).toMatchObject([{ failure: 'SECRET_UNAVAILABLE' }]);
    expect(warnings).toMatchObject([{ policyId: 'pol_1' }]);
  });
});

describe('the answer', () => {
  it('has no trace of the secret, in body, headers or log', async () => {
    await using target = await httpTarget(echo);
    const { send, rows, warnings } = testEgress({ lines: keyed });
    const result = await send('POST', target.url, { body: { mine: true } });
    expect(result).toMatchObject({
      kind: 'answered',
      status: 200,
      headers: { 'x-request-id': '[redacted]' },
    });
    expect(JSON.stringify([result, rows, warnings])).not.toContain('sk_live');
    expect(rows[0]).toMatchObject({ redactions: 2, status: 200, attachedHeaders: ['Authorization'] });
    expect(warnings).toMatchObject([{ redactions: 2, host: '127.0.0.1' }]);
  });

  it('has no cookies, challenges, unknown headers, nor a length that tells the length of the secret', async () => {
    await using target = await httpTarget(echo);
    const result = await testEgress({ lines: keyed }).send('GET', target.url);
    if (result.kind !== 'answered') throw new Error(result.kind);
    expect(Object.keys(result.headers).toSorted()).toEqual(['content-type', 'date', 'x-request-id']);
  });

  it('has no half of a generated Basic credential, nor has the log, wherever the target writes it', async () => {
    const key = fc.stringMatching(/^[a-z]{2}[A-Z0-9]{4,30}$/).filter((text) => /[0-9]/.test(text));
    const constant = fc.constantFrom('api_token', 'x-oauth-basic', 'X', '');
    const pair = fc.oneof(
      fc.tuple(key, constant),
      fc.tuple(fc.constantFrom('ada', 'x-token-auth'), key),
      fc.tuple(key, key),
    );
    await using target = await httpTarget(({ headers }, response) => {
      const [user, password] = Buffer.from(headers.authorization!.slice(6), 'base64').toString().split(':');
      response.writeHead(200, { etag: `"${user}"`, location: `/${password}`, 'content-type': 'text/plain' });
      response.end(
        `${user}=${password} ${encodeURIComponent(`${user}:${password}`)} "${password}" '${user}'`,
      );
    });
    const line = (credential: string): PolicyLine => [
      '127.0.0.1',
      'Authorization',
      `Basic ${Buffer.from(credential).toString('base64')}`,
    ];
    await fc.assert(
      fc.asyncProperty(pair, async ([user, password]) => {
        const { send, rows, warnings } = testEgress({ lines: [line(`${user}:${password}`)] });
        const told = JSON.stringify([await send('GET', target.url), rows, warnings]);
        for (const half of [user, password]) if (/[0-9]/.test(half)) expect(told).not.toContain(half);
      }),
      { numRuns: 50 },
    );
  });

  it('is redacted before it is cut, so that no beginning of a secret is left', async () => {
    await using target = await httpTarget((received, response) => {
      response.setHeader('content-type', 'text/plain');
      response.end('a'.repeat(65_536 - 10) + received.headers.authorization);
    });
    const result = await testEgress({ lines: keyed }).send('GET', target.url);
    if (result.kind !== 'answered') throw new Error(result.kind);
    expect(result.body.slice(-10)).toBe('[redacted]');
    expect(result.truncated).toBe(false);
  });

  it('is redacted where the target hides the secret in another charset', async () => {
    await using target = await httpTarget((received, response) => {
      response.setHeader('content-type', 'text/plain; charset=utf-16le');
      response.end(Buffer.from(`you sent ${received.headers.authorization}`, 'utf16le'));
    });
    expect(await testEgress({ lines: keyed }).send('GET', target.url)).toMatchObject({
      body: 'you sent [redacted]',
    });
  });

  it('that is a 401 to a credential names the three usual reasons', async () => {
    await using target = await httpTarget((_, response) => response.writeHead(401).end());
    const result = await testEgress({ lines: keyed }).send('GET', target.url);
    if (result.kind !== 'answered') throw new Error(result.kind);
    expect(result.hints.join()).toMatch(/expired.*trailing colon.*Bearer/s);
  });

  it('that is a 401 without a credential has no such hint', async () => {
    await using target = await httpTarget((_, response) => response.writeHead(401).end());
    expect(await testEgress({ lines: bare }).send('GET', target.url)).toMatchObject({
      status: 401,
      hints: [],
    });
  });

  it.each([204, 304, 404, 429, 500, 503])('is an answer with status %i', async (status) => {
    await using target = await httpTarget((_, response) =>
      response.writeHead(status, { 'retry-after': '7' }).end(),
    );
    const result = await testEgress({ lines: bare }).send('POST', target.url, { body: 'x' });
    expect(result).toMatchObject({ kind: 'answered', status, headers: { 'retry-after': '7' } });
  });
});

describe('the log', () => {
  it('has who asked, where to and what came, but no value of a query', async () => {
    await using target = await httpTarget();
    const { send, rows } = testEgress({ lines: bare });
    const origin = { deliveryId: 'dlv_1', step: 3 };
    await send(
      'POST',
      `${target.url}/orders?token=hush&a=1`,
      { body: 'abc', headers: { Via: 'x' } },
      { origin },
    );
    expect(rows).toMatchObject([
      {
        allowed: true,
        ground: 'policy',
        method: 'POST',
        scheme: 'http',
        host: '127.0.0.1',
        port: target.port,
        path: '/orders',
        queryKeys: ['token', 'a'],
        hop: 0,
        policyId: 'pol_1',
        ignoredHeaders: ['Via'],
        status: 200,
        bytesOut: 3,
        bytesIn: 2,
        deliveryId: 'dlv_1',
        step: 3,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('hush');
  });

  it('that cannot be written does not undo what was sent', async () => {
    await using target = await httpTarget();
    const errors: object[] = [];
    const records = policyLookup(bare);
    const egress = createEgress({
      policies: createPolicyMatcher({ records }),
      secrets: records,
      accessTokens: noAccessTokens,
      namedSecrets: secretLookup([]),
      loopLinks: { seal: () => 'sealed' },
      decisions: { ...decisionLog(), append: () => Promise.reject(new Error('Redis is away')) },
      allowAddresses: ['127.0.0.0/8'],
      ownEndpoints: [],
      logger: { warn: () => undefined, error: (facts: object) => void errors.push(facts) },
    });
    expect(await egress.send(scope, { method: 'POST', url: target.url })).toMatchObject({ kind: 'answered' });
    expect(errors.length).toBe(1);
  });
});

describe('check', () => {
  it.each([
    [
      'https://a.api.test/x',
      {
        allowed: true,
        ground: 'policy',
        host: 'a.api.test',
        policyId: 'pol_1',
        attachedHeaders: ['X-Key'],
        neededApproval: null,
      },
    ],
    [
      'https://A.API.test.:8443/',
      {
        allowed: true,
        ground: 'policy',
        host: 'a.api.test',
        policyId: 'pol_1',
        attachedHeaders: ['X-Key'],
        neededApproval: null,
      },
    ],
    [
      'https://api.test/',
      {
        allowed: false,
        ground: 'host',
        host: 'api.test',
        policyId: null,
        attachedHeaders: [],
        neededApproval: null,
      },
    ],
    [
      'http://a.api.test/',
      {
        allowed: false,
        ground: 'plaintext',
        host: 'a.api.test',
        policyId: 'pol_1',
        attachedHeaders: [],
        neededApproval: null,
      },
    ],
    [
      'http://127.0.0.1/',
      {
        allowed: true,
        ground: 'policy',
        host: '127.0.0.1',
        policyId: 'pol_2',
        attachedHeaders: ['X-Key'],
        neededApproval: null,
      },
    ],
    [
      'http://10.0.0.1/',
      {
        allowed: false,
        ground: 'address',
        host: '10.0.0.1',
        policyId: 'pol_3',
        attachedHeaders: [],
        neededApproval: null,
      },
    ],
  ])('%s: %j', async (url, expected) => {
    const lines: readonly PolicyLine[] = [
      ['*.api.test', 'X-Key', 'k'],
      ['127.0.0.1', 'X-Key', 'k'],
      ['10.0.0.1'],
    ];
    const resolve = () => Promise.reject(new Error('a check resolves nothing'));
    const { egress, rows } = testEgress({ lines, resolve });
    expect(await egress.check(scope, { method: 'GET', url })).toEqual({
      kind: 'checked',
      ...expected,
      fault: null,
      unjudged: [],
    });
    expect(rows).toEqual([]);
  });

  it.each([
    { method: 'PUT', url: 'https://api.test/' },
    { method: 'GET', url: 'api.test' },
  ])('finds %j invalid', async (request) => {
    expect((await testEgress({}).egress.check(scope, request)).kind).toBe('invalid');
  });
});

it('says at its start which private ranges are open to agents', () => {
  const warnings: object[] = [];
  const logger = { warn: (facts: object) => void warnings.push(facts), error: () => undefined };
  testEgress({ allowAddresses: [], logger });
  expect(warnings).toEqual([]);
  testEgress({ allowAddresses: ['10.0.0.0/8'], logger });
  expect(warnings).toEqual([{ allowAddresses: ['10.0.0.0/8'] }]);
});

it('does not start with a range that is none', () => {
  expect(() => testEgress({ allowAddresses: ['localhost'] })).toThrow('EGRESS_ALLOW_ADDRESSES: "localhost"');
});
