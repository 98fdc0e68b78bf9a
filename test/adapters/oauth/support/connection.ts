import { randomBytes } from 'node:crypto';

import type { BrokenConnection, OAuthInput } from '#contracts/oauth.ts';
import type { AgentScope, OAuthPolicy } from '#contracts/policy.ts';
import { newId } from '#domain/ids.ts';
import { createOwnerRequest } from '#egress/request-of-owner.ts';
import { resolveOAuth } from '#network-access/oauth-settings.ts';
import { createAccessTokens } from '#oauth/access-tokens.ts';
import { createConnector } from '#oauth/connector.ts';
import { createOAuthProtocol } from '#oauth/protocol.ts';
import { serverLimits } from '#oauth/server-fetch.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createConnections } from '#store/policy/connections.ts';
import { createPendingConnections } from '#store/policy/pending-connections.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createVault } from '#store/secret/vault.ts';

export const redirectUri = 'http://localhost:8080/console/oauth/callback';

/** A policy with OAuth 2 in a store of its own, and as many workers as a test wants. */
export async function connectionOf(
  redis: Redis,
  input: OAuthInput,
  { allowAddresses = ['127.0.0.0/8'], clock = { skewMs: 0 } } = {},
) {
  const vault = createVault([{ id: 'k1', key: randomBytes(32) }]);
  const scope: AgentScope = { workspaceId: newId('workspace'), agentId: newId('agent') };
  const policies = createPolicyStore({ redis, vault });
  const connections = createConnections({ redis, vault });
  const told: BrokenConnection[] = [];
  const now = () => Date.now() + clock.skewMs;
  const request = createOwnerRequest({ allowAddresses, ownEndpoints: [], limits: serverLimits });
  const errors: object[] = [];
  const shared = { connections, openClientSecret: policies.openClientSecret, now };

  const worker = () =>
    createAccessTokens({
      ...shared,
      protocol: createOAuthProtocol(request),
      tellBroken: (broken) => Promise.resolve(void told.push(broken)),
      logger: { error: (facts: object) => void errors.push(facts) },
    });

  async function save(
    oauth: OAuthInput,
    read?: OAuthPolicy,
    domain = 'api.example.com',
  ): Promise<OAuthPolicy> {
    const before = { oauth: read?.oauth, isSameDomain: read?.domain === domain };
    const draft = {
      domain,
      headerName: 'Authorization',
      headerValue: null,
      oauth: resolveOAuth(oauth, before),
    };
    const write =
      read === undefined ? await policies.insert(scope, draft) : await policies.replace(scope, read, draft);
    if (write.status !== 'written') throw new Error(write.status);
    return write.record as OAuthPolicy;
  }

  const policy = await save(input);
  const take = (by = worker(), options: { rejected?: string } = {}) =>
    by.take(scope, policy, { signal: AbortSignal.timeout(60_000), deliveryId: null, ...options });
  const connector = createConnector({
    ...shared,
    accessTokens: worker(),
    protocol: createOAuthProtocol(request),
    pending: createPendingConnections({ redis, vault }),
    findPolicy: policies.find,
    redirectUri,
  });
  return { scope, policy, policies, connections, connector, worker, take, save, told, errors, clock, vault };
}
