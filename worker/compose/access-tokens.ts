import type { BrokenConnection } from '#contracts/oauth.ts';
import { createOwnerRequest } from '#egress/request-of-owner.ts';
import { createAccessTokens } from '#oauth/access-tokens.ts';
import { createOAuthProtocol } from '#oauth/protocol.ts';
import { serverLimits } from '#oauth/server-fetch.ts';
import type { Logger } from '#platform/logger.ts';
import type { Settings } from '#platform/required-settings.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createConnections } from '#store/policy/connections.ts';
import type { PolicyStore } from '#store/policy/policies.ts';
import type { Vault } from '#store/secret/vault.ts';
import { reachOf } from './reach.ts';

interface Parts {
  readonly config: Settings;
  readonly redis: Redis;
  readonly logger: Logger;
  readonly sdkMetricsPort?: number;
}

interface Shared {
  readonly vault: Vault;
  readonly policyRecords: PolicyStore;
  readonly tellBroken: (broken: BrokenConnection) => Promise<void>;
}

/** The tokens that requests of agents take along. */
export const composeAccessTokens = (parts: Parts, { vault, policyRecords, tellBroken }: Shared) =>
  createAccessTokens({
    connections: createConnections({ redis: parts.redis, vault }),
    protocol: createOAuthProtocol(createOwnerRequest({ ...reachOf(parts), limits: serverLimits })),
    openClientSecret: policyRecords.openClientSecret,
    tellBroken,
    logger: parts.logger,
  });
