import { Events, OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AccessToken, OAuthInput } from '#contracts/oauth.ts';
import { keys } from '#store/records/index.ts';
import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { testRedis } from '#test/support/service.ts';
import { connectionOf } from './support/connection.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

/** A server whose tokens live for an hour; `count` says how often it was asked for one. */
async function startServer() {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  let [count, serial] = [0, 0];
  server.service.on(Events.BeforeTokenSigning, (token) => void (token.payload['jti'] = String(++serial)));
  server.service.on(Events.BeforeResponse, () => void count++);
  const url = `http://127.0.0.1:${server.address().port}`;
  return { server, url, count: () => count, [Symbol.asyncDispose]: () => server.stop() };
}

const byItself = (tokenUrl: string): OAuthInput => ({
  grant: 'client_credentials',
  clientId: 'reveille',
  clientSecret: 'canary-client-secret',
  tokenUrl,
  scopes: ['orders'],
});

const tokenOf = (token: AccessToken): string => {
  if (token.kind !== 'token') throw new Error(JSON.stringify(token));
  return token.accessToken;
};

const minute = 60_000;

describe('a token that the service gets by itself', () => {
  it('is asked for once, kept sealed, and refreshed a minute before it expires', async () => {
    await using server = await startServer();
    const { take, clock, scope } = await connectionOf(connection.redis, byItself(`${server.url}/token`));
    const first = tokenOf(await take());
    expect(tokenOf(await take())).toBe(first);
    expect(server.count()).toBe(1);
    const stored = await connection.redis.hGetAll(keys.connections(scope.workspaceId, scope.agentId));
    expect(JSON.stringify(stored)).not.toContain(first);
    clock.skewMs = 58 * minute;
    expect(tokenOf(await take())).toBe(first);
    clock.skewMs = 60 * minute - 30_000;
    expect(tokenOf(await take())).not.toBe(first);
    expect(server.count()).toBe(2);
  });

  it('is asked for by one of many workers at once; the others have its token', async () => {
    await using server = await startServer();
    const { take, worker } = await connectionOf(connection.redis, byItself(`${server.url}/token`));
    const tokens = await Promise.all(Array.from({ length: 12 }, () => take(worker())));
    expect(new Set(tokens.map(tokenOf)).size).toBe(1);
    expect(server.count()).toBe(1);
    const [rejected = ''] = tokens.map(tokenOf);
    const fresh = await Promise.all(Array.from({ length: 12 }, () => take(worker(), { rejected })));
    expect(new Set(fresh.map(tokenOf)).size).toBe(1);
    expect(tokenOf(fresh[0]!)).not.toBe(rejected);
    expect(server.count()).toBe(2);
  });

  it('goes on being used while its server is away, and no longer than it lives', async () => {
    await using server = await startServer();
    const { take, clock, told } = await connectionOf(connection.redis, byItself(`${server.url}/token`));
    const first = tokenOf(await take());
    server.server.service.on(Events.BeforeResponse, (answer) => void (answer.statusCode = 503));
    clock.skewMs = 60 * minute - 30_000;
    expect(tokenOf(await take())).toBe(first);
    clock.skewMs = 61 * minute;
    expect(await take()).toMatchObject({ kind: 'failed', isTemporary: true });
    expect(told).toEqual([]);
  });
});

describe('a connection that breaks', () => {
  it('is told, asks no more, and works again once it is connected anew', async () => {
    await using server = await startServer();
    const { take, told, connector, scope, policy } = await connectionOf(
      connection.redis,
      byItself(`${server.url}/token`),
    );
    let isRefused = true;
    server.server.service.on(Events.BeforeResponse, (answer) => {
      if (!isRefused) return;
      answer.statusCode = 401;
      answer.body = { error: 'invalid_client', error_description: 'canary-of-a-description' };
    });
    expect(await take()).toEqual({
      kind: 'broken',
      isTemporary: false,
      reason: 'was refused by its server with `invalid_client`',
    });
    expect(await take()).toMatchObject({ kind: 'broken' });
    expect(server.count()).toBe(1);
    expect(told).toMatchObject([{ policyId: policy.id, domain: 'api.example.com' }, { policyId: policy.id }]);
    expect(new Set(told.map(({ since }) => since)).size).toBe(1);
    expect(JSON.stringify(told)).not.toContain('canary');
    await expect(connector.connect(scope, policy.id)).rejects.toMatchObject({ code: 'OUTBOUND_FAILED' });
    isRefused = false;
    await connector.connect(scope, policy.id);
    expect(await take()).toMatchObject({ kind: 'token' });
  });
});

describe('a token endpoint', () => {
  it('that redirects gets nothing at its new address, and breaks nothing', async () => {
    await using thief = await httpTarget();
    await using target = await httpTarget((_, response) =>
      response.writeHead(307, { location: `${thief.url}/token` }).end(),
    );
    const { take, told } = await connectionOf(connection.redis, byItself(`${target.url}/token`));
    expect(await take()).toMatchObject({
      kind: 'failed',
      isTemporary: false,
      reason: 'has a server that redirects, which is not followed',
    });
    expect([target.received.length, thief.connections(), told.length]).toEqual([1, 0, 0]);
  });

  it.each([
    ['a private address', 'https://10.0.0.1/token'],
    ['an address of metadata', 'https://169.254.169.254/token'],
    ['loopback that is not opened', 'http://127.0.0.1:8081/token'],
  ])('at %s is not asked', async (_, tokenUrl) => {
    const { take } = await connectionOf(connection.redis, byItself(tokenUrl), { allowAddresses: [] });
    expect(await take()).toMatchObject({
      kind: 'failed',
      isTemporary: false,
      reason: expect.stringContaining('is not allowed'),
    });
  });

  it('is not asked where the metadata of the issuer name another', async () => {
    await using server = await startServer();
    const { tokenUrl: _, ...rest } = byItself('');
    const issuer = `http://localhost:${server.server.address().port}`;
    const { take } = await connectionOf(connection.redis, { ...rest, issuer });
    server.server.service.on(Events.BeforeWellKnownOpenIdConfiguration, (answer) => {
      Object.assign(answer.body as object, { issuer: 'https://issuer.example.com' });
    });
    expect(await take()).toMatchObject({ kind: 'failed' });
    expect(server.count()).toBe(0);
  });

  it.each([
    ['no JSON', (): [string, string] => ['text/html', '<p>canary']],
    ['an array', (): [string, string] => ['application/json', '[1]']],
    [
      'a token with a line break',
      (): [string, string] => ['application/json', '{"access_token":"abcdefgh\\r\\nX: y"}'],
    ],
    [
      'a token too short to be hidden',
      (): [string, string] => ['application/json', '{"access_token":"abc"}'],
    ],
  ])('that answers with %s gives no token', async (_, answer) => {
    const [type, body] = answer();
    await using target = await httpTarget((__, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    );
    const { take } = await connectionOf(connection.redis, byItself(`${target.url}/token`));
    const token = await take();
    expect(token).toMatchObject({ kind: 'failed', isTemporary: false });
    expect(JSON.stringify(token)).not.toContain('canary');
  });
});

describe('tokens', () => {
  it('are gone with the policy, with other settings and with another domain', async () => {
    await using server = await startServer();
    const { take, save, scope, policies, connections, ...made } = await connectionOf(
      connection.redis,
      byItself(`${server.url}/token`),
    );
    let { policy } = made;
    const stored = () => connection.redis.hGet(keys.connections(scope.workspaceId, scope.agentId), policy.id);
    const settings = byItself(`${server.url}/token`);
    const changes: readonly [OAuthInput, string][] = [
      [{ ...settings, scopes: ['orders', 'customers'] }, 'api.example.com'],
      [settings, 'other.example.com'],
    ];
    for (const [change, domain] of changes) {
      await made.worker().take(scope, policy, { signal: AbortSignal.timeout(60_000), deliveryId: null });
      expect(await stored()).not.toBeNull();
      policy = await save(change, policy, domain);
      expect(await stored()).toBeNull();
    }
    const late = {
      state: 'connected',
      since: 1,
      expiresAt: null,
      renewAt: null,
      scopes: null,
      reason: null,
    } as const;
    const next = { ...late, tokens: { accessToken: 'of-a-late-answer', refreshToken: null } };
    await policies.remove(scope, policy.id);
    expect(await stored()).toBeNull();
    expect(await connections.write(scope, policy, { read: null, next })).toBe(false);
    expect(await stored()).toBeNull();
    expect(await take()).toMatchObject({ kind: 'failed' });
  });

  it('do not open for another policy, and are never overwritten by an answer that came late', async () => {
    await using server = await startServer();
    const one = await connectionOf(connection.redis, byItself(`${server.url}/token`));
    await one.take();
    const read = (await one.connections.find(one.scope, one.policy))!;
    const moved = { ...one.policy, domain: 'thief.example.com' };
    expect(() => one.connections.openTokens(one.scope, moved, read)).toThrow('does not belong');
    const next = { ...read, tokens: { accessToken: 'newer-token', refreshToken: null } };
    expect(await one.connections.write(one.scope, one.policy, { read, next })).toBe(true);
    expect(await one.connections.write(one.scope, one.policy, { read, next })).toBe(false);
    expect(tokenOf(await one.take())).toBe('newer-token');
  });
});
