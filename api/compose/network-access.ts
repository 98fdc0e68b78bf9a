import { createEgress } from '../../egress/egress.ts';
import { createPolicyMatcher } from '../../network-access/match-policies.ts';
import { observeDecisions } from '../../platform/metrics/observe-decisions.ts';
import { ownEndpoints } from '../../platform/own-endpoints.ts';
import { createPolicies } from '../../network-access/policies.ts';
import { createDecisions } from '../../store/decisions.ts';
import { createPolicyStore } from '../../store/policies.ts';
import { createVault } from '../../store/vault.ts';
import type { ObservedParts } from '../parts.ts';

/** Outbound requests of agents, within the policies their owners set. */
export function buildNetworkAccess({ config, redis, logger, metrics }: ObservedParts) {
  const policyRecords = createPolicyStore({ redis, vault: createVault(config.MASTER_KEYS) });
  const decisions = observeDecisions(createDecisions({ redis }), metrics);
  return {
    policies: createPolicies({ records: policyRecords }),
    decisions,
    egress: createEgress({
      policies: createPolicyMatcher({ records: policyRecords }),
      secrets: policyRecords,
      decisions,
      allowAddresses: config.EGRESS_ALLOW_ADDRESSES,
      ownEndpoints: ownEndpoints(config),
      logger,
    }),
  };
}
