import { describe, expect, it } from 'vitest';

import type { AccessToken } from '#contracts/oauth.ts';
import type { PolicyRecord } from '#contracts/policy.ts';
import { createPolicyMatcher } from '#network-access/match-policies.ts';
import { policyRecord } from '#test/core/network-access/support/policies.ts';
import { testEgress } from './support/egress.ts';
import { httpTarget } from './support/target.ts';

const oauth = {
  preset: null,
  grant: 'client_credentials',
  clientId: 'reveille',
  issuer: null,
  authorizationUrl: null,
  tokenUrl: 'https://login.example.com/token',
  scopes: '',
  clientAuth: 'basic',
  audience: null,
  resource: null,
  sealedClientSecret: 'sealed',
  connectionId: 'of-now',
} as const;

/** The egress with one policy of OAuth 2 on loopback, whose tokens are these, one after the other. */
function withTokens(...tokens: readonly AccessToken[]) {
  const record: PolicyRecord = { ...policyRecord(['127.0.0.1', 'Authorization']), oauth };
  const asked: unknown[] = [];
  const policies = createPolicyMatcher({ records: { findByDomains: () => Promise.resolve([record]) } });
  const accessTokens = {
    take: (_: unknown, __: unknown, { rejected }: { readonly rejected?: string | undefined }) => {
      asked.push(rejected);
      return Promise.resolve(tokens[asked.length - 1]!);
    },
  };
  return { ...testEgress({ policies, accessTokens }), asked };
}

const token = (accessToken: string): AccessToken => ({ kind: 'token', accessToken });
const [first, second] = [token('canary-first-token'), token('canary-second-token')];

describe('a policy with OAuth 2', () => {
  it('attaches its token, which the agent can neither set nor see', async () => {
    await using target = await httpTarget(({ headers }, response) => response.end(headers.authorization));
    const { send, rows } = withTokens(first);
    const headers = { authorization: 'Bearer of-the-agent' };
    const result = await send('POST', target.url, { headers, body: 'x' });
    expect(target.received[0]?.headers.authorization).toBe('Bearer canary-first-token');
    expect(result).toMatchObject({ attachedHeaders: ['Authorization'], ignoredHeaders: ['authorization'] });
    expect(JSON.stringify([result, rows])).not.toContain('canary');
    expect(rows).toMatchObject([{ redactions: 1, attachedHeaders: ['Authorization'] }]);
  });

  it.each(['GET', 'POST', 'DELETE'])(
    'sends a %s once more after invalid_token, and shows neither token',
    async (method) => {
      await using target = await httpTarget(({ headers: { authorization = '' } }, response) => {
        const isOld = authorization.includes('first');
        if (isOld) response.setHeader('WWW-Authenticate', 'Bearer realm="x", error="invalid_token"');
        response.writeHead(isOld ? 401 : 200).end('canary-first-token canary-second-token');
      });
      const { send, asked, rows } = withTokens(first, second);
      const sendings: number[] = [];
      const result = await send(
        method,
        target.url,
        {},
        { onSending: () => Promise.resolve(void sendings.push(1)) },
      );
      expect(result).toMatchObject({ kind: 'answered', status: 200, body: '[redacted] [redacted]' });
      expect([target.received.length, asked, rows.length, sendings.length]).toEqual([
        2,
        [undefined, 'canary-first-token'],
        1,
        1,
      ]);
    },
  );

  it.each([
    ['no challenge', {}],
    ['another error', { 'www-authenticate': 'Bearer error="insufficient_scope", scope="invalid_token"' }],
    ['another scheme', { 'www-authenticate': 'Basic realm="error=invalid_token"' }],
    ['a longer word', { 'www-authenticate': 'Bearer error=invalid_token_type' }],
  ])('does not after a 401 with %s', async (_, headers) => {
    await using target = await httpTarget((__, response) => response.writeHead(401, headers).end());
    const { send } = withTokens(first, second);
    expect(await send('POST', target.url)).toMatchObject({ kind: 'answered', status: 401 });
    expect(target.received).toHaveLength(1);
  });

  it('sends nothing a third time, and shows the answer where there is no other token', async () => {
    const challenge = { 'www-authenticate': 'Bearer error="invalid_token"' };
    await using target = await httpTarget((_, response) => response.writeHead(401, challenge).end());
    expect(await withTokens(first, second).send('GET', target.url)).toMatchObject({ status: 401 });
    expect(target.received).toHaveLength(2);
    const failed = { kind: 'failed', isTemporary: false, reason: 'has no refresh token' } as const;
    expect(await withTokens(first, failed).send('GET', target.url)).toMatchObject({ status: 401 });
    expect(target.received).toHaveLength(3);
  });

  it.each([
    [{ kind: 'broken', reason: 'is broken' }, 'OAUTH_BROKEN', false],
    [{ kind: 'failed', isTemporary: true, reason: 'is away' }, 'OAUTH_UNAVAILABLE', true],
    [{ kind: 'failed', isTemporary: false, reason: 'redirects' }, 'OAUTH_FAILED', false],
  ] as const)('sends nothing without a token: %j', async (none, reason, isTemporary) => {
    await using target = await httpTarget();
    const { send, rows } = withTokens(none);
    expect(await send('POST', target.url, { body: 'x' })).toMatchObject({
      kind: 'failed',
      sent: 'nothing',
      reason,
      isTemporary,
      message: `The request to 127.0.0.1 failed: its OAuth 2 connection ${none.reason}.`,
    });
    expect(target.connections()).toBe(0);
    expect(rows).toMatchObject([{ failure: reason, allowed: true }]);
  });

  it('does not take its token along to the host of a redirect', async () => {
    await using thief = await httpTarget();
    await using target = await httpTarget((_, response) =>
      response.writeHead(302, { location: thief.url.replace('127.0.0.1', 'thief.localhost') }).end(),
    );
    const { send } = withTokens(first);
    await send('GET', target.url);
    expect(thief.received.map(({ headers }) => headers.authorization)).toEqual([]);
  });
});
