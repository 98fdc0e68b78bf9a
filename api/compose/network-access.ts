import { createEgress } from '#egress/egress.ts';
import { createOwnerPost } from '#egress/post-to-owner.ts';
import { createPolicyMatcher } from '#network-access/match-policies.ts';
import { observeDecisions } from '#platform/metrics/observe-decisions.ts';
import { ownEndpoints } from '#platform/own-endpoints.ts';
import { createSecretMatcher } from '#network-access/match-secrets.ts';
import { createSecrets } from '#network-access/secrets.ts';
import { createNarrowings } from '#network-access/narrowings.ts';
import { createPolicies } from '#network-access/policies.ts';
import { createApis } from '#store/api/apis.ts';
import { createDecisions } from '#store/policy/decisions.ts';
import { createLoopLinks } from '#store/loop-links.ts';
import { createPolicyStore } from '#store/policy/policies.ts';
import { createSecretStore } from '#store/secret/secrets.ts';
import { createVault } from '#store/secret/vault.ts';
import type { ObservedParts } from '../parts.ts';
import type { EventParts } from './events.ts';
import { buildOAuth } from './oauth.ts';

/** Outbound requests of agents, within the policies their owners set. */
export function buildNetworkAccess(parts: ObservedParts, { eventTelling }: Pick<EventParts, 'eventTelling'>) {
  const { config, redis, logger, ...observers } = parts;
  const vault = createVault(config.MASTER_KEYS);
  const policyRecords = createPolicyStore({ redis, vault });
  const secretRecords = createSecretStore({ redis, vault });
  const decisions = observeDecisions(createDecisions({ redis }), observers);
  const { accessTokens, connector } = buildOAuth(parts, { vault, policyRecords, eventTelling });
  const within = { allowAddresses: config.EGRESS_ALLOW_ADDRESSES, ownEndpoints: ownEndpoints(config) };
  return {
    alertChannels: { checkUrl: createOwnerPost(within).check, hasEmail: config.SMTP_URL !== undefined },
    connector,
    policies: createPolicies({ records: policyRecords, tryToken: connector.tryToken }),
    secrets: createSecrets({ records: secretRecords }),
    decisions,
    narrowings: createNarrowings({ records: policyRecords, decisions }),
    apis: createApis({ redis }),
    egress: createEgress({
      policies: createPolicyMatcher({ records: policyRecords }),
      secrets: policyRecords,
      accessTokens,
      namedSecrets: { ...secretRecords, match: createSecretMatcher({ records: secretRecords }) },
      loopLinks: createLoopLinks({ vault }),
      decisions,
      ...within,
      logger,
    }),
  };
}
