import type { AlertCondition } from '#contracts/alert.ts';
import { type AlertRuleRecord, createAlertRuleReading } from './alert-rule-record.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { runRecords } from '../records/run.ts';
import { type Vault, VaultError } from '../secret/vault.ts';
import { signingSecrets } from '../webhook/webhook-secrets.ts';

/** The target of a rule, with its secrets opened. */
export interface AlertTarget {
  readonly name: string;
  readonly condition: AlertCondition;
  readonly channel:
    | { readonly kind: 'webhook'; readonly url: string; readonly secrets: readonly string[] }
    | { readonly kind: 'email'; readonly to: string }
    | { readonly kind: 'unreadable' };
}

const RunFields = runRecords.run.fields.pick({
  reason: true,
  reference: true,
  referenceUrl: true,
  round: true,
  failure: true,
});

/** The records that the sending of an alert reads. */
export function createAlertTargets({
  redis,
  vault,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now?: () => number;
}) {
  const rules = createAlertRuleReading({ redis });

  /** Null where there is no such rule. */
  async function find(workspaceId: string, ruleId: string): Promise<AlertTarget | null> {
    const rule = await rules.find(workspaceId, ruleId);
    if (rule === null) return null;
    const { name, condition } = rule;
    return { name, condition, channel: channelOf(workspaceId, rule) };
  }

  function channelOf(workspaceId: string, rule: AlertRuleRecord): AlertTarget['channel'] {
    const { id, channel, target } = rule;
    if (channel === 'email') return { kind: 'email', to: target };
    try {
      const secrets = signingSecrets(vault, { kind: 'alert-secret', workspaceId, id }, rule, now());
      return { kind: 'webhook', url: target, secrets };
    } catch (error) {
      if (error instanceof VaultError) return { kind: 'unreadable' };
      throw error;
    }
  }

  /** The facts that an alert has of a run; null if its record is gone. */
  const run = (workspaceId: string, deliveryId: string) =>
    readFields(redis, keys.run(workspaceId, deliveryId), RunFields);

  /** The round of its loop for the newest delivery of an automation; null if it is in none. */
  async function newestRound(workspaceId: string, automationId: string): Promise<number | null> {
    const [newest] = await redis.zRange(keys.activity(workspaceId, automationId), 0, 0, { REV: true });
    return newest === undefined ? null : ((await run(workspaceId, newest))?.round ?? null);
  }

  async function workspaceName(workspaceId: string): Promise<string> {
    return (await redis.hGet(keys.workspace(workspaceId), 'name')) ?? '';
  }

  return { find, run, newestRound, workspaceName };
}

export type AlertTargets = ReturnType<typeof createAlertTargets>;
