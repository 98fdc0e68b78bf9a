import type { Environment } from '../platform/environment.ts';
import type { Logger } from '../platform/logger.ts';
import type { Redis } from '../store/connect.ts';
import { createDecisions } from '../store/decisions.ts';
import { createPolicyStore } from '../store/policies.ts';
import type { Vault } from '../store/vault.ts';
import { createEgress } from './egress.ts';

/** The only way out, with the policies and the log that stand behind it; API and worker build it alike. */
export function composeEgress({
  config,
  redis,
  vault,
  logger,
}: {
  config: Pick<Environment, 'EGRESS_ALLOW_ADDRESSES' | 'ACTIVITY_RETENTION_DAYS'>;
  redis: Redis;
  vault: Vault;
  logger: Logger;
}) {
  const allowAddresses = config.EGRESS_ALLOW_ADDRESSES;
  if (allowAddresses.length > 0) logger.warn({ allowAddresses }, 'private addresses are open to agents');
  const policyStore = createPolicyStore({ redis, vault });
  const decisions = createDecisions({ redis, retentionDays: config.ACTIVITY_RETENTION_DAYS });
  return {
    policyStore,
    decisions,
    egress: createEgress({ policies: policyStore, decisions, allowAddresses, logger }),
  };
}
