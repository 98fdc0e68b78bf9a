import { createOwnerRequest } from '#egress/request-of-owner.ts';
import { createAccessTokens } from '#oauth/access-tokens.ts';
import { createConnector } from '#oauth/connector.ts';
import { createOAuthProtocol } from '#oauth/protocol.ts';
import { serverLimits } from '#oauth/server-fetch.ts';
import { ownEndpoints } from '#platform/own-endpoints.ts';
import { createConnections } from '#store/policy/connections.ts';
import { createPendingConnections } from '#store/policy/pending-connections.ts';
import type { PolicyStore } from '#store/policy/policies.ts';
import type { Vault } from '#store/secret/vault.ts';
import type { ObservedParts } from '../parts.ts';
import type { EventParts } from './events.ts';

interface Shared extends Pick<EventParts, 'eventTelling'> {
  readonly vault: Vault;
  readonly policyRecords: PolicyStore;
}

/** Connections of policies to authorization servers, and the tokens of them. */
export function buildOAuth(
  { config, redis, logger }: ObservedParts,
  { vault, policyRecords, eventTelling }: Shared,
) {
  const within = { allowAddresses: config.EGRESS_ALLOW_ADDRESSES, ownEndpoints: ownEndpoints(config) };
  const { openClientSecret, find: findPolicy } = policyRecords;
  const shared = {
    connections: createConnections({ redis, vault }),
    protocol: createOAuthProtocol(createOwnerRequest({ ...within, limits: serverLimits })),
    openClientSecret,
  };
  const accessTokens = createAccessTokens({ ...shared, tellBroken: eventTelling.connectionBroken, logger });
  const pending = createPendingConnections({ redis, vault });
  const redirectUri = `${config.PUBLIC_URL}/console/oauth/callback`;
  return {
    accessTokens,
    connector: createConnector({ ...shared, accessTokens, pending, findPolicy, redirectUri }),
  };
}
