import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AccessToken, OAuthInput } from '#contracts/oauth.ts';
import { keys } from '#store/records/index.ts';
import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { testRedis } from '#test/support/service.ts';
import { connectionOf, redirectUri } from './support/connection.ts';
import { rotatingClient, startRotatingServer } from './support/rotating-server.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
let server: Awaited<ReturnType<typeof startRotatingServer>>;
beforeAll(async () => {
  connection = await testRedis();
  server = await startRotatingServer({ redirectUri });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await connection[Symbol.asyncDispose]();
});

const byOwner = (more: Partial<OAuthInput> = {}): OAuthInput => ({
  grant: 'authorization_code',
  ...rotatingClient,
  issuer: server.issuer,
  scopes: ['openid', 'offline_access'],
  ...more,
});

const session = 'cookie-of-the-owner';

/** A policy whose owner is on the way back from the server. */
async function agreed(input = byOwner()) {
  const made = await connectionOf(connection.redis, input);
  const { connector, scope, policy } = made;
  const page = new URL(await connector.begin(scope, policy.id, session));
  const { searchParams: parameters } = await server.agree(page.href);
  const back = { workspaceId: scope.workspaceId, session, parameters };
  return { ...made, page, back, parameters };
}

const tokenOf = (token: AccessToken): string => {
  if (token.kind !== 'token') throw new Error(JSON.stringify(token));
  return token.accessToken;
};

const unexpected = { code: 'INVALID_REQUEST', message: expect.stringContaining('was not expected') };

describe('an owner who agrees on the page of the server', () => {
  it('is sent there with PKCE, a state and a nonce, and connects the policy', async () => {
    const { page, back, connector, take, policy, scope } = await agreed();
    const asked = Object.fromEntries(page.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'reveille',
      redirect_uri: redirectUri,
      scope: 'openid offline_access',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^.{43}$/),
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
    });
    expect(page.href).not.toContain('canary');
    expect(await take()).toMatchObject({
      kind: 'broken',
      reason: expect.stringContaining('does not exist yet'),
    });
    expect(await connector.finish(back)).toEqual({ agentId: scope.agentId, policyId: policy.id });
    const token = tokenOf(await take());
    const stored = await connection.redis.hGetAll(keys.connections(scope.workspaceId, scope.agentId));
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('is not connected twice by one answer', async () => {
    const { back, connector } = await agreed();
    await connector.finish(back);
    await expect(connector.finish(back)).rejects.toMatchObject(unexpected);
  });

  it.each([
    ['of another session', { session: 'cookie-of-a-thief' }],
    ['of another workspace', { workspaceId: 'ws_other' }],
    ['without a state', { parameters: new URLSearchParams({ code: 'x' }) }],
  ])('is not connected by an answer %s', async (_, change) => {
    const { back, connector, take } = await agreed();
    await expect(connector.finish({ ...back, ...change })).rejects.toMatchObject(unexpected);
    expect(await take()).toMatchObject({ kind: 'broken' });
  });

  it('is not connected where the settings changed, or the policy is gone, before the answer came', async () => {
    const { back, connector, save, policy } = await agreed();
    const changed = await save(byOwner({ scopes: ['openid'] }), policy);
    await expect(connector.finish(back)).rejects.toMatchObject(unexpected);
    expect(changed.oauth.connectionId).not.toBe(policy.oauth.connectionId);
    const gone = await agreed();
    await gone.policies.remove(gone.scope, gone.policy.id);
    await expect(gone.connector.finish(gone.back)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['another issuer', (parameters: URLSearchParams) => parameters.set('iss', 'https://thief.example.com')],
    ['no issuer', (parameters: URLSearchParams) => parameters.delete('iss')],
  ])('is not connected by an answer that names %s: its code is not sent anywhere', async (_, change) => {
    const { back, connector, take } = await agreed();
    const before = server.tokenRequests();
    change(back.parameters);
    await expect(connector.finish(back)).rejects.toMatchObject({ code: 'OUTBOUND_FAILED' });
    expect(server.tokenRequests()).toBe(before);
    expect(await take()).toMatchObject({ kind: 'broken' });
  });

  it('is told of a refusal there, by its code alone', async () => {
    const { connector, scope, policy } = await connectionOf(connection.redis, byOwner());
    const page = new URL(await connector.begin(scope, policy.id, session));
    const parameters = new URLSearchParams({
      state: page.searchParams.get('state')!,
      iss: server.issuer,
      error: 'access_denied',
      error_description: 'canary',
    });
    const refused = connector.finish({ workspaceId: scope.workspaceId, session, parameters });
    await expect(refused).rejects.toMatchObject({
      message: 'The OAuth 2 connection was refused by its server with `access_denied`.',
    });
  });

  it('does not learn of a code of somebody else: it is of no use without its verifier', async () => {
    const victim = await agreed();
    const thief = await connectionOf(connection.redis, byOwner());
    const page = new URL(await thief.connector.begin(thief.scope, thief.policy.id, session));
    victim.parameters.set('state', page.searchParams.get('state')!);
    const injected = { workspaceId: thief.scope.workspaceId, session, parameters: victim.parameters };
    await expect(thief.connector.finish(injected)).rejects.toMatchObject({ code: 'OUTBOUND_FAILED' });
    expect(await thief.take()).toMatchObject({ kind: 'broken' });
  });
});

describe('a refresh token that is rotated', () => {
  it('is used once, however many workers need a token, and again with the one that came for it', async () => {
    const { back, connector, take, worker, clock } = await agreed();
    await connector.finish(back);
    const seen = new Set([tokenOf(await take())]);
    for (const round of [1, 2, 3]) {
      clock.skewMs = round * 3_600_000;
      const before = server.tokenRequests();
      const tokens = await Promise.all(Array.from({ length: 8 }, () => take(worker())));
      expect(new Set(tokens.map(tokenOf)).size).toBe(1);
      expect(server.tokenRequests() - before).toBe(1);
      seen.add(tokenOf(tokens[0]!));
    }
    expect(seen.size).toBe(4);
  });

  it('that somebody else used breaks the connection, for the server ends the grant', async () => {
    const { back, connector, connections, scope, policy, take, clock, told } = await agreed();
    await connector.finish(back);
    const stored = (await connections.find(scope, policy))!;
    const { refreshToken } = connections.openTokens(scope, policy, stored)!;
    const stolen = await fetch(`${server.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken! }),
      headers: { authorization: `Basic ${btoa(`reveille:${rotatingClient.clientSecret}`)}` },
    });
    expect(stolen.status).toBe(200);
    clock.skewMs = 3_600_000;
    expect(await take()).toMatchObject({
      kind: 'broken',
      reason: 'was refused by its server with `invalid_grant`',
    });
    expect(told).toHaveLength(1);
    expect((await connections.find(scope, policy))!.sealedTokens).toBeNull();
  });
});

describe('a connection without a refresh token', () => {
  it('breaks when its token expires, not because a target rejects it', async () => {
    await using target = await httpTarget((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token: 'of-an-hour-or-so', token_type: 'Bearer', expires_in: 3_600 })),
    );
    const urls = { issuer: null, tokenUrl: `${target.url}/token`, authorizationUrl: `${target.url}/page` };
    const { connector, scope, policy, take, clock, told } = await connectionOf(
      connection.redis,
      byOwner({ ...urls, clientAuth: 'post' }),
    );
    const page = new URL(await connector.begin(scope, policy.id, session));
    const parameters = new URLSearchParams({ state: page.searchParams.get('state')!, code: 'c0de' });
    await connector.finish({ workspaceId: scope.workspaceId, session, parameters });
    expect(target.received[0]?.body).toContain('client_secret=canary-client-secret');
    const rejected = tokenOf(await take());
    expect(await take(undefined, { rejected })).toMatchObject({ kind: 'failed', isTemporary: false });
    expect(tokenOf(await take())).toBe(rejected);
    clock.skewMs = 3_600_000;
    expect(await take()).toMatchObject({ kind: 'broken' });
    expect(told).toHaveLength(1);
  });
});
