import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { PolicyRecord } from '#contracts/policy.ts';
import { createPolicyMatcher } from '#network-access/match-policies.ts';
import { type PolicyLine, policyRecord, scope } from '#test/core/network-access/support/policies.ts';
import { certificateAuthority } from '#test/support/certificates.ts';
import { testEgress } from './support/egress.ts';
import { httpsTarget, httpTarget } from './support/target.ts';

const hosts: readonly PolicyLine[] = [['127.0.0.1'], ['a.test'], ['b.test']];
const ok = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok';
const evil = ok.replace(/ok$/, 'no');

afterEach(() => vi.restoreAllMocks());

/** A server that answers every request by hand, with the number of its connection and that of the request on it. */
async function scripted(answer: (socket: Socket, connection: number, request: number) => void) {
  const sockets: Socket[] = [];
  const heads: string[] = [];
  const server = createServer((socket) => {
    const connection = sockets.push(socket);
    let requests = 0;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      heads.push(data.toString());
      answer(socket, connection, (requests += 1));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    sockets,
    heads,
    stopListening: () => void server.close(),
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Policies that can change between calls, as those in the store do. */
function changingPolicies(...lines: readonly PolicyLine[]) {
  const records: PolicyRecord[] = lines.map((line) => policyRecord(line));
  const lookup = {
    findByDomains: (_: unknown, domains: readonly string[]) =>
      Promise.resolve(records.filter(({ domain }) => domains.includes(domain))),
    openHeaderValue: (_: unknown, { sealedHeaderValue }: PolicyRecord) => sealedHeaderValue,
  };
  return { records, parts: { policies: createPolicyMatcher({ records: lookup }), secrets: lookup } };
}

describe('a connection', () => {
  it('serves one GET after the other, each to an address that was checked for it', async () => {
    await using target = await httpTarget();
    const { send, rows } = testEgress({ lines: hosts });
    for (const path of ['/a', '/b', '/c'])
      expect(await send('GET', target.url + path)).toMatchObject({ kind: 'answered', body: 'ok' });
    expect(target.connections()).toBe(1);
    expect(target.received.map(({ url, headers }) => [url, headers.connection])).toEqual([
      ['/a', 'keep-alive'],
      ['/b', 'keep-alive'],
      ['/c', 'keep-alive'],
    ]);
    expect(rows.map(({ dialledAddress }) => dialledAddress)).toEqual(Array(3).fill('127.0.0.1'));
  });

  it('serves one GET after the other over TLS, and none of another name', async () => {
    const authority = await certificateAuthority();
    await using target = await httpsTarget(await authority.issue('a.test'));
    const { send } = testEgress({ lines: hosts, certificateAuthorities: [authority.cert] });
    for (let count = 0; count < 2; count += 1)
      expect(await send('GET', `https://a.test:${target.port}/`)).toMatchObject({ status: 200 });
    expect(target.connections()).toBe(1);
    expect(await send('GET', `https://b.test:${target.port}/`)).toMatchObject({ reason: 'TLS_ERROR' });
  });

  it.each([
    ['POST', {}, {}],
    ['POST', { body: 'x' }, {}],
    ['DELETE', {}, {}],
    ['PATCH', { body: 'x' }, {}],
    ['GET', { body: 'x' }, {}],
    ['GET', {}, { effect: 'write' }],
    ['GET', {}, { isApproved: true }],
  ] as const)('is not kept for %s %o %o, nor is a kept one used', async (method, rest, options) => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines: hosts });
    await send('GET', target.url);
    for (let count = 0; count < 2; count += 1) await send(method, target.url, rest, options);
    expect(target.connections()).toBe(3);
    expect(target.received.slice(1).map(({ headers }) => headers.connection)).toEqual(['close', 'close']);
  });

  it('stays open for eight calls at most', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines: hosts });
    const together = () => Promise.all(Array.from({ length: 20 }, () => send('GET', target.url)));
    await together();
    await together();
    expect(target.connections()).toBe(20 + 12);
  });

  it('stays open for 64 calls of all workspaces at most, and the oldest goes first', async () => {
    await using target = await httpTarget();
    const { egress } = testEgress({ lines: hosts });
    const sendAs = (number: number) =>
      egress.send({ ...scope, workspaceId: `ws_${number}` }, { method: 'GET', url: target.url });
    for (let number = 0; number <= 64; number += 1) await sendAs(number);
    await sendAs(1);
    expect(target.connections()).toBe(65);
    await sendAs(0);
    expect(target.connections()).toBe(66);
  });

  it('is not used beyond a minute after it was opened', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines: hosts });
    await send('GET', target.url);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 61_000);
    await send('GET', target.url);
    expect(target.connections()).toBe(2);
  });
});

describe('a kept connection is not used', () => {
  it.each([
    ['for another workspace', { scope: { workspaceId: 'ws_2', agentId: 'agt_1' } }],
    ['for another agent', { scope: { workspaceId: 'ws_1', agentId: 'agt_2' } }],
    ['with another header of the agent', { headers: { Authorization: 'Bearer mine' } }],
    ['for another name of the same address', { host: 'b.test' }],
    ['with another secret in the path', { path: '/{{secret.two}}' }],
  ])('%s', async (_, change) => {
    await using target = await httpTarget();
    const named = [
      ['one', 'the-first-secret', 'a.test'],
      ['two', 'the-second-secret', 'a.test'],
    ] as const;
    const { egress } = testEgress({ lines: hosts, named });
    const first = { scope, host: 'a.test', path: '/{{secret.one}}', headers: {} };
    const isNamed = 'path' in change;
    for (const call of [first, { ...first, ...change }]) {
      const path = isNamed ? call.path : '/';
      const url = `http://${call.host}:${target.port}${path}`;
      const result = await egress.send(call.scope, { method: 'GET', url, headers: call.headers });
      expect(result).toMatchObject({ kind: 'answered' });
    }
    expect(target.connections()).toBe(2);
  });

  it.each([
    ['whose header has another value', { sealedHeaderValue: 'Bearer the-second-key', revision: 1 }],
    ['that was changed', { revision: 2 }],
    ['that was made anew', { id: 'pol_9' }],
  ])('by a policy %s', async (_, change) => {
    await using target = await httpTarget();
    const { records, parts } = changingPolicies(['127.0.0.1', 'Authorization', 'Bearer the-first-key']);
    const { send } = testEgress(parts);
    await send('GET', target.url);
    records[0] = { ...records[0]!, ...change };
    expect(await send('GET', target.url)).toMatchObject({ kind: 'answered' });
    expect(target.connections()).toBe(2);
  });

  it('when the policy is gone', async () => {
    await using target = await httpTarget();
    const { records, parts } = changingPolicies(['127.0.0.1']);
    const { send } = testEgress(parts);
    await send('GET', target.url);
    records.length = 0;
    expect(await send('GET', target.url)).toMatchObject({ kind: 'refused', ground: 'host' });
    expect(target.received).toHaveLength(1);
  });

  it('when the name has another address by now', async () => {
    await using target = await httpTarget(undefined, '0.0.0.0');
    let address = '127.0.0.1';
    const { send, rows } = testEgress({
      lines: hosts,
      resolve: () => Promise.resolve([{ address, family: 4 }]),
    });
    const url = `http://a.test:${target.port}/`;
    await send('GET', url);
    address = '127.0.0.2';
    await send('GET', url);
    expect(target.connections()).toBe(2);
    expect(rows.map(({ dialledAddress }) => dialledAddress)).toEqual(['127.0.0.1', '127.0.0.2']);
    address = '10.0.0.1';
    expect(await send('GET', url)).toMatchObject({ kind: 'refused', ground: 'address' });
  });

  it.each([
    ['in one piece with the answer', (socket: Socket) => void socket.write(ok + evil)],
    ['in pieces', (socket: Socket) => void (socket.write(ok), setImmediate(() => socket.write(evil)))],
    ['after only a line end', (socket: Socket) => void (socket.write(ok), socket.write('\r\n'))],
  ])('when more than the answer came, %s', async (_, answer) => {
    await using target = await scripted((socket) => answer(socket));
    const { send } = testEgress({ lines: hosts });
    for (let count = 0; count < 5; count += 1) {
      expect(await send('GET', target.url)).toMatchObject({ kind: 'answered', body: 'ok' });
      await new Promise((done) => target.sockets.at(-1)!.write(evil, done));
    }
    expect(target.sockets).toHaveLength(5);
  });

  it('when a line end alone came', async () => {
    await using target = await scripted((socket) => void socket.write(ok));
    const { send } = testEgress({ lines: hosts });
    await send('GET', target.url);
    await new Promise((done) => target.sockets[0]!.write('\r\n', done));
    expect(await send('GET', target.url)).toMatchObject({ kind: 'answered', body: 'ok' });
    expect(target.sockets).toHaveLength(2);
  });

  it.each([
    ['Connection: close', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['a short Keep-Alive', 'HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n\r\nok'],
    ['a body to a status that has none', 'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok'],
  ])('after an answer with %s', async (_, answer) => {
    await using target = await scripted((socket) => void socket.write(answer));
    const { send } = testEgress({ lines: hosts });
    for (let count = 0; count < 2; count += 1)
      expect(await send('GET', target.url)).toMatchObject({ kind: 'answered' });
    expect(target.sockets).toHaveLength(2);
  });

  it.each([
    ['ends with the connection', 'HTTP/1.1 200 OK\r\n\r\nok', 'answered'],
    ['is cut off', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nok', 'failed'],
    ['is too large', `HTTP/1.1 200 OK\r\nx-huge: ${'a'.repeat(20_000)}\r\n\r\n`, 'failed'],
    ['is an upgrade', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n', 'failed'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok', 'failed'],
  ])('after an answer that %s', async (_, answer, kind) => {
    await using target = await scripted((socket) => void socket.end(answer));
    const { send } = testEgress({ lines: hosts });
    for (let count = 0; count < 2; count += 1) expect(await send('GET', target.url)).toMatchObject({ kind });
    expect(target.sockets).toHaveLength(2);
  });

  it('after a call whose time was over, nor for the rest of its answer', async () => {
    await using target = await scripted((socket, connection) =>
      socket.write(connection === 1 ? ok.slice(0, -1) : ok),
    );
    const { send } = testEgress({ lines: hosts, limits: { totalMs: 300 } });
    expect(await send('GET', target.url)).toMatchObject({ reason: 'TOTAL_TIMEOUT' });
    expect(await send('GET', target.url)).toMatchObject({ kind: 'answered', body: 'ok' });
    expect(target.sockets).toHaveLength(2);
  });
});

describe('a target that closes a kept connection', () => {
  it.each([
    ['before the next call', (socket: Socket) => void socket.end(ok)],
    ['with a reset', (socket: Socket) => void socket.write(ok, () => socket.resetAndDestroy())],
  ])('%s gets the next request on a new one', async (_, answer) => {
    await using target = await scripted((socket) => answer(socket));
    const { send } = testEgress({ lines: hosts });
    for (let count = 0; count < 3; count += 1)
      expect(await send('GET', target.url)).toMatchObject({ kind: 'answered', body: 'ok' });
    expect(target.sockets).toHaveLength(3);
  });

  const closesOnSecond = (before: string, then: string) => (socket: Socket, connection: number, n: number) =>
    void (connection === 1 && n === 1 ? socket.write(ok) : socket.end(connection === 1 ? before : then));

  it('on the next request gets it once more', async () => {
    await using target = await scripted(closesOnSecond('', ok));
    const { send } = testEgress({ lines: hosts });
    await send('GET', target.url);
    expect(await send('GET', target.url)).toMatchObject({ kind: 'answered', body: 'ok' });
    expect([target.sockets.length, target.heads.length]).toEqual([2, 3]);
  });

  it('on the next request, also when it comes once more, has perhaps read it', async () => {
    await using target = await scripted(closesOnSecond('', ''));
    const { send } = testEgress({ lines: hosts });
    await send('GET', target.url);
    expect(await send('GET', target.url)).toMatchObject({ reason: 'SOCKET_CLOSED', sent: 'maybe' });
    expect([target.sockets.length, target.heads.length]).toEqual([2, 3]);
  });

  it('and listens no more has perhaps read the request', async () => {
    await using target = await scripted((socket, _, request) => {
      if (request === 1) return void socket.write(ok);
      target.stopListening();
      return void socket.end();
    });
    const { send, rows } = testEgress({ lines: hosts });
    await send('GET', target.url);
    expect(await send('GET', target.url)).toMatchObject({ reason: 'CONNECT_FAILED', sent: 'maybe' });
    expect(rows[1]).toMatchObject({ dialledAddress: '127.0.0.1' });
  });

  it('after the first byte of an answer gets nothing again', async () => {
    await using target = await scripted(closesOnSecond('H', ok));
    const { send } = testEgress({ lines: hosts });
    await send('GET', target.url);
    expect(await send('GET', target.url)).toMatchObject({ kind: 'failed', sent: 'maybe' });
    expect([target.sockets.length, target.heads.length]).toEqual([1, 2]);
  });
});

describe('the last moment before the first byte', () => {
  it('comes once, on a kept connection too', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines: hosts });
    await send('GET', target.url);
    const seen: number[] = [];
    const onSending = () => Promise.resolve(void seen.push(target.received.length));
    await send('GET', target.url, {}, { onSending });
    expect([seen, target.connections()]).toEqual([[1], 1]);
  });

  it('comes once where the connection is lost meanwhile', async () => {
    await using target = await scripted((socket) => void socket.write(ok));
    const { send } = testEgress({ lines: hosts });
    await send('GET', target.url);
    let count = 0;
    async function onSending() {
      count += 1;
      target.sockets[0]!.destroy();
      await once(target.sockets[0]!, 'close');
    }
    expect(await send('GET', target.url, {}, { onSending })).toMatchObject({ kind: 'answered' });
    expect([count, target.sockets.length, target.heads.length]).toEqual([1, 2, 2]);
  });

  it('that fails sends nothing on a kept connection', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines: hosts });
    await send('GET', target.url);
    const lost = new Error('The store is away');
    const sending = send('GET', target.url, {}, { onSending: () => Promise.reject(lost) });
    await expect(sending).rejects.toBe(lost);
    expect(target.received).toHaveLength(1);
  });

  it('that lasts longer than the whole time sends nothing on a kept connection', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines: hosts, limits: { totalMs: 300 } });
    await send('GET', target.url);
    const onSending = () => new Promise<void>(() => undefined);
    const result = await send('GET', target.url, {}, { onSending });
    expect(result).toMatchObject({ kind: 'failed', sent: 'nothing' });
    expect(target.received).toHaveLength(1);
  });
});
