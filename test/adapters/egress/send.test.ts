import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { certificateAuthority, selfSigned } from '#test/support/certificates.ts';
import { testEgress } from './support/egress.ts';
import { httpsTarget, httpTarget, rawTarget } from './support/target.ts';

const lines = [['127.0.0.1'], ['api.test']] as const;
const raw = (head: string, body = '') => `HTTP/1.1 ${head.replaceAll('\n', '\r\n')}\r\n\r\n${body}`;

afterEach(() => vi.unstubAllEnvs());

describe('over TLS', () => {
  it('reaches a host with a certificate of a trusted authority', async () => {
    const authority = await certificateAuthority();
    await using target = await httpsTarget(await authority.issue('api.test'));
    const { send, rows } = testEgress({ lines, certificateAuthorities: [authority.cert] });
    expect(await send('GET', `https://api.test:${target.port}/`)).toMatchObject({
      kind: 'answered',
      status: 200,
    });
    expect(await send('GET', `https://api.test.:${target.port}/`)).toMatchObject({
      kind: 'answered',
      status: 200,
    });
    expect(target.received.map(({ headers }) => headers.host)).toEqual(
      Array(2).fill(`api.test:${target.port}`),
    );
    expect(rows[0]).toMatchObject({ addresses: ['127.0.0.1'], dialledAddress: '127.0.0.1' });
  });

  it.each([
    ['has expired', { name: 'api.test', expired: true }, /expired/],
    ['is for another host', { name: 'other.test' }, /another host/],
  ])('sends nothing to a host whose certificate %s', async (_, { name, ...options }, sentence) => {
    const authority = await certificateAuthority();
    await using target = await httpsTarget(await authority.issue(name, options));
    const { send } = testEgress({ lines, certificateAuthorities: [authority.cert] });
    const result = await send('POST', `https://api.test:${target.port}/`, { body: 'x' });
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'TLS_ERROR',
      sent: 'nothing',
      isTemporary: false,
    });
    expect(result).toMatchObject({ message: expect.stringMatching(sentence) });
    expect(target.received).toEqual([]);
  });

  it.each([
    ['127.0.0.1', 'answered'],
    ['api.test', 'failed'],
  ])('asks an address for a certificate of that address: one for %s is %s', async (name, kind) => {
    const authority = await certificateAuthority();
    await using target = await httpsTarget(await authority.issue(name));
    const { send } = testEgress({ lines, certificateAuthorities: [authority.cert] });
    expect((await send('GET', `https://127.0.0.1:${target.port}/`)).kind).toBe(kind);
  });

  it('asks the host for its name, whichever of several addresses is dialled', async () => {
    const authority = await certificateAuthority();
    await using target = await httpsTarget(await authority.issue('api.test'));
    const resolve = () =>
      Promise.resolve([
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]);
    const { send } = testEgress({ lines, resolve, certificateAuthorities: [authority.cert] });
    expect(await send('GET', `https://api.test:${target.port}/`)).toMatchObject({ kind: 'answered' });
    expect(target.received[0]?.headers.host).toBe(`api.test:${target.port}`);
  });

  it('sends nothing to a self-signed host, even where the environment turns verification off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await using target = await httpsTarget(await selfSigned('api.test'));
    const result = await testEgress({ lines }).send('GET', `https://api.test:${target.port}/`);
    expect(result).toMatchObject({ kind: 'failed', reason: 'TLS_ERROR', sent: 'nothing' });
    expect(target.received).toEqual([]);
  });

  it('calls a plain server behind an https URL a TLS error', async () => {
    await using target = await httpTarget();
    const result = await testEgress({ lines }).send('GET', `https://api.test:${target.port}/`);
    expect(result).toMatchObject({ kind: 'failed', reason: 'TLS_ERROR', sent: 'nothing' });
  });

  it('sends nothing where the handshake does not end in time', async () => {
    await using target = await rawTarget(() => undefined);
    const { send } = testEgress({ lines, limits: { connectMs: 100 } });
    const result = await send('POST', `https://api.test:${target.port}/`, { body: 'x' });
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'CONNECT_TIMEOUT',
      sent: 'nothing',
      isTemporary: true,
    });
  });
});

describe('the connection', () => {
  it('says that nothing was sent where nobody listens', async () => {
    const gone = await httpTarget();
    await gone[Symbol.asyncDispose]();
    const result = await testEgress({ lines }).send('POST', gone.url, { body: 'x' });
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'CONNECT_FAILED',
      sent: 'nothing',
      isTemporary: true,
    });
  });

  it('goes to the target whatever proxy the environment names', async () => {
    await using proxy = await httpTarget();
    await using target = await httpTarget();
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.url);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    await testEgress({ lines }).send('GET', target.url);
    expect([proxy.received.length, target.received.length]).toEqual([0, 1]);
  });

  it('goes to the address that was checked, though the name would have another the next time', async () => {
    await using target = await httpTarget();
    let calls = 0;
    const resolve = () =>
      Promise.resolve([{ address: calls++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]);
    const { send, rows } = testEgress({ lines, resolve });
    expect(await send('GET', `http://api.test:${target.port}/`)).toMatchObject({ kind: 'answered' });
    expect(calls).toBe(1);
    expect(await send('GET', `http://api.test:${target.port}/`)).toMatchObject({
      kind: 'refused',
      ground: 'address',
    });
    expect(rows[1]).toMatchObject({ addresses: ['169.254.169.254'], dialledAddress: null });
    expect(target.connections()).toBe(1);
  });

  it.each([
    ['SERVFAIL', 'EAI_AGAIN', 'DNS_TEMPORARY', true],
    ['an unknown name', 'ENOTFOUND', 'DNS_NOT_FOUND', false],
  ])('says that nothing was sent after %s', async (_, code, reason, isTemporary) => {
    const resolve = () => Promise.reject(Object.assign(new Error('dns'), { code }));
    const result = await testEgress({ lines, resolve }).send('POST', 'https://api.test/', { body: 'x' });
    expect(result).toMatchObject({ kind: 'failed', reason, sent: 'nothing', isTemporary });
  });

  it('does not wait for a resolver that never answers', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const { send } = testEgress({ lines, resolve, limits: { resolveMs: 50 } });
    expect(await send('GET', 'https://api.test/')).toMatchObject({
      kind: 'failed',
      reason: 'DNS_TEMPORARY',
      sent: 'nothing',
    });
  });

  it('takes a name without addresses for one that does not exist', async () => {
    const result = await testEgress({ lines, resolve: () => Promise.resolve([]) }).send(
      'GET',
      'https://api.test/',
    );
    expect(result).toMatchObject({ kind: 'failed', reason: 'DNS_NOT_FOUND' });
  });
});

describe('the last moment before the first byte', () => {
  it('comes once, on an open connection, before the target has read anything', async () => {
    await using target = await httpTarget(({ url }, response) => {
      if (url === '/') response.writeHead(302, { location: '/next' }).end();
      else response.end('ok');
    });
    const seen: unknown[] = [];
    const onSending = () => Promise.resolve(void seen.push([target.connections(), target.received.length]));
    const result = await testEgress({ lines }).send('GET', target.url, {}, { onSending });
    expect(result).toMatchObject({ kind: 'answered', body: 'ok' });
    expect(seen).toEqual([[1, 0]]);
  });

  it('does not come for what is refused, does not resolve or is not reached', async () => {
    const gone = await httpTarget();
    await gone[Symbol.asyncDispose]();
    let count = 0;
    const onSending = () => Promise.resolve(void (count += 1));
    const resolve = () => Promise.resolve([]);
    for (const url of ['http://10.0.0.1/', 'http://other.test/', 'http://api.test/', gone.url]) {
      await testEgress({ lines, resolve }).send('POST', url, { body: 'x' }, { onSending });
    }
    expect(count).toBe(0);
  });

  it('that fails sends nothing, and its error is the one to see', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines });
    const lost = new Error('The store is away');
    const sending = send('POST', target.url, { body: 'x' }, { onSending: () => Promise.reject(lost) });
    await expect(sending).rejects.toBe(lost);
    expect(target.received).toEqual([]);
  });

  it('that lasts longer than the whole time sends nothing', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines, limits: { totalMs: 100 } });
    const marked = Promise.withResolvers<void>();
    const result = await send('POST', target.url, { body: 'x' }, { onSending: () => marked.promise });
    expect(result).toMatchObject({ kind: 'failed', sent: 'nothing', isTemporary: true });
    marked.resolve();
    await send('GET', target.url);
    expect(target.received.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('an answer', () => {
  it.each([
    ['is cut off before its headers', (text: string) => text.slice(0, 12)],
    ['is cut off in its body', () => raw('200 OK\ncontent-length: 100', 'half')],
    ['never begins', () => ''],
  ])('that %s may follow an effect', async (_, answer) => {
    await using target = await rawTarget((socket) => socket.end(answer(raw('200 OK'))));
    const { send } = testEgress({ lines });
    expect(await send('POST', target.url, { body: 'x' })).toMatchObject({
      kind: 'failed',
      sent: 'maybe',
      isTemporary: true,
    });
    expect(await send('GET', target.url)).toMatchObject({
      kind: 'failed',
      sent: 'maybe',
      reason: 'SOCKET_CLOSED',
      isTemporary: true,
    });
  });

  it('that drips is cut at the end of the whole time', async () => {
    await using target = await httpTarget((_, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const result = await testEgress({ lines, limits: { totalMs: 300 } }).send('GET', target.url);
    expect(result).toMatchObject({ kind: 'failed', reason: 'TOTAL_TIMEOUT', sent: 'maybe' });
  });

  it('with dripping headers is cut at the end of the whole time', async () => {
    await using target = await rawTarget((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x-a: 1\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    const result = await testEgress({ lines, limits: { totalMs: 300 } }).send('GET', target.url);
    expect(result).toMatchObject({ kind: 'failed', reason: 'TOTAL_TIMEOUT', sent: 'maybe' });
  });

  it.each([
    [
      'with a flood of headers',
      () => raw(`200 OK\n${'x-flood: aaaaaaaaaaaaaaaa\n'.repeat(1000)}content-length: 0`),
    ],
    ['with one huge header', () => raw(`200 OK\nx-huge: ${'a'.repeat(20_000)}\ncontent-length: 0`)],
  ])('%s is too large', async (_, answer) => {
    await using target = await rawTarget((socket) => socket.end(answer()));
    const result = await testEgress({ lines }).send('GET', target.url);
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'RESPONSE_TOO_LARGE',
      sent: 'maybe',
      isTemporary: false,
    });
  });

  it('without end is cut at 2 MiB', async () => {
    await using target = await httpTarget((_, response) => {
      const more = () => {
        while (response.write('a'.repeat(65_536)));
      };
      response.on('drain', more);
      response.on('error', () => undefined);
      more();
    });
    const result = await testEgress({ lines }).send('GET', target.url);
    expect(result).toMatchObject({ kind: 'failed', reason: 'RESPONSE_TOO_LARGE' });
  });

  it.each([
    [2 << 20, 'answered'],
    [(2 << 20) + 1, 'failed'],
  ])('with %i bytes is %s', async (size, kind) => {
    await using target = await httpTarget((_, response) => {
      response.setHeader('content-type', 'text/plain');
      response.end('a'.repeat(size));
    });
    const result = await testEgress({ lines }).send('GET', target.url);
    expect(result.kind).toBe(kind);
    if (result.kind === 'answered') expect([result.body.length, result.truncated]).toEqual([65_536, true]);
  });

  it('with 30 MiB in a small gzip is too large', async () => {
    const bomb = gzipSync(Buffer.alloc(30 << 20));
    await using target = await httpTarget((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(bomb);
    });
    expect(await testEgress({ lines }).send('GET', target.url)).toMatchObject({
      kind: 'failed',
      reason: 'RESPONSE_TOO_LARGE',
    });
  });

  it('in a coding that nobody asked for is decoded, in an unknown one it fails', async () => {
    await using target = await httpTarget(({ url }, response) => {
      const coding = url === '/gzip' ? 'gzip' : 'compress';
      response
        .writeHead(200, { 'content-encoding': coding, 'content-type': 'text/plain' })
        .end(gzipSync('hello'));
    });
    const { send } = testEgress({ lines });
    expect(await send('GET', `${target.url}/gzip`)).toMatchObject({ kind: 'answered', body: 'hello' });
    expect(await send('GET', `${target.url}/odd`)).toMatchObject({
      kind: 'failed',
      reason: 'UNSUPPORTED_ENCODING',
    });
  });

  it('with chunk extensions and trailers is read, and the trailers are not shown', async () => {
    const chunks = '5;ext="a;b"\r\nhello\r\n0\r\nlocation: https://evil.com/\r\n\r\n';
    await using target = await rawTarget((socket) =>
      socket.end(raw('200 OK\ntransfer-encoding: chunked\ncontent-type: text/plain', chunks)),
    );
    const result = await testEgress({ lines }).send('GET', target.url);
    expect(result).toMatchObject({ kind: 'answered', body: 'hello' });
    expect(JSON.stringify(result)).not.toContain('evil.com');
  });

  it('that is no HTTP is invalid', async () => {
    await using target = await rawTarget((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n'));
    expect(await testEgress({ lines }).send('GET', target.url)).toMatchObject({
      kind: 'failed',
      reason: 'INVALID_ANSWER',
      sent: 'maybe',
    });
  });

  it('with 103 before the real one is skipped', async () => {
    await using target = await rawTarget((socket) =>
      socket.end(
        `${raw('103 Early Hints\nlink: </a>')}${raw('200 OK\ncontent-length: 2\ncontent-type: text/plain', 'ok')}`,
      ),
    );
    expect(await testEgress({ lines }).send('GET', target.url)).toMatchObject({
      kind: 'answered',
      status: 200,
      body: 'ok',
    });
  });
});

describe('a caller who leaves', () => {
  it('ends the request, and what was sent may have an effect', async () => {
    const leaving = new AbortController();
    await using target = await httpTarget(() => leaving.abort());
    const { send } = testEgress({ lines });
    const result = await send('POST', target.url, { body: 'x' }, { signal: leaving.signal });
    expect(result).toMatchObject({ kind: 'failed', reason: 'CANCELLED', sent: 'maybe', isTemporary: false });
  });

  it('before the request sends nothing', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines });
    const result = await send('POST', target.url, { body: 'x' }, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ kind: 'failed', reason: 'CANCELLED', sent: 'nothing' });
    expect(target.received).toEqual([]);
  });
});
