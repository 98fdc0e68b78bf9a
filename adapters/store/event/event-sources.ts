import type { AgentScope } from '#contracts/policy.ts';
import { automationRecords } from '../records/automation.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { connectionIn } from '../policy/connections.ts';
import { type Vault, VaultError } from '../secret/vault.ts';
import { signingSecrets } from '../webhook/webhook-secrets.ts';
import { createEventTargetReading } from './event-target-record.ts';

const AutomationFields = automationRecords.automation.fields.pick({ name: true });

interface Deps {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now?: () => number;
}

/** The records that the sending of an event reads, beside the delivery that it is about. */
export function createEventSources({ redis, vault, now = Date.now }: Deps) {
  const targets = createEventTargetReading({ redis });

  /** A target with its secrets opened, null where they cannot be; null where there is no such target. */
  async function target(workspaceId: string, id: string) {
    const found = await targets.find(workspaceId, id);
    if (found === null) return null;
    const { url, state, approvalLinks } = found;
    try {
      const owner = { kind: 'event-secret', workspaceId, id } as const;
      return { url, state, approvalLinks, secrets: signingSecrets(vault, owner, found, now()) };
    } catch (error) {
      if (error instanceof VaultError) return { url, state, approvalLinks, secrets: null };
      throw error;
    }
  }

  async function automationName(workspaceId: string, automationId: string): Promise<string | null> {
    const read = await readFields(redis, keys.automation(workspaceId, automationId), AutomationFields);
    return read?.name ?? null;
  }

  /** The domain of a policy, and why its connection is broken; null where there is no such policy. */
  async function connection({ workspaceId, agentId }: AgentScope, policyId: string) {
    const [domain, stored] = await Promise.all([
      redis.hGet(keys.policies(workspaceId, agentId), `id:${policyId}`),
      redis.hGet(keys.connections(workspaceId, agentId), policyId),
    ]);
    return domain === null ? null : { domain, reason: connectionIn(stored)?.reason ?? null };
  }

  return { target, automationName, connection };
}

export type EventSources = ReturnType<typeof createEventSources>;
