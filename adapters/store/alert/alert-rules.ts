import type { AlertRule, AlertRuleChange, NewAlertRule } from '#contracts/alert.ts';
import { type AlertRuleRecord, createAlertRuleReading } from './alert-rule-record.ts';
import { createAlertRuleWriting, type WrittenRule } from './write-alert-rules.ts';
import type { Redis } from '../connection/connect.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';
import { keys } from '../records/index.ts';
import type { Vault } from '../secret/vault.ts';

/** A rule as its owner sees it, but for its newest alert. */
export type AlertRuleView = Omit<AlertRule, 'lastAlert'>;

/** The alert rules of workspaces for their owners, secrets sealed. */
export function createAlertRules({
  redis,
  vault,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now?: () => number;
}) {
  const reading = createAlertRuleReading({ redis });
  const writing = createAlertRuleWriting({ redis, vault, now });

  async function find(workspaceId: string, ruleId: string): Promise<AlertRuleView | null> {
    const rule = await reading.find(workspaceId, ruleId);
    return rule === null ? null : viewOf(rule);
  }

  /** Newest first. */
  async function list(workspaceId: string, query: PageQuery): Promise<Page<AlertRuleView>> {
    const { items, nextCursor } = await pageOfIds(redis, keys.alertRules(workspaceId), query);
    const rules = await Promise.all(items.map((id) => find(workspaceId, id)));
    return { items: rules.filter((rule) => rule !== null), nextCursor };
  }

  return {
    find,
    list,
    /** Null where the workspace has as many as it may. */
    create: async (workspaceId: string, given: NewAlertRule) =>
      shown(await writing.create(workspaceId, given)),
    /** Null where there is no such rule. */
    revise: async (workspaceId: string, ruleId: string, change: AlertRuleChange) =>
      shown(await writing.revise(workspaceId, ruleId, change)),
    /** Null where there is no such rule. */
    replaceSecret: async (workspaceId: string, ruleId: string) =>
      shown(await writing.replaceSecret(workspaceId, ruleId)),
    remove: writing.remove,
    removeOfAutomation: writing.removeOfAutomation,
    tests: createAlertTests({ redis }),
  };
}

export type AlertRules = ReturnType<typeof createAlertRules>;

const shown = (written: WrittenRule | null) =>
  written === null ? null : { rule: viewOf(written.rule), secret: written.secret };

function viewOf(rule: AlertRuleRecord): AlertRuleView {
  const { id, name, automationId, condition, channel, target, sealedSecret, state } = rule;
  return {
    id,
    name,
    automationId,
    condition,
    channel:
      channel === 'webhook'
        ? { kind: 'webhook', url: target, hasSecret: sealedSecret !== null }
        : { kind: 'email', to: target },
    state,
    createdAt: new Date(rule.createdAt).toISOString(),
    updatedAt: new Date(rule.updatedAt).toISOString(),
  };
}

const hourMs = 60 * 60_000;

/** Counts test alerts: whoever may change rules could else post to strangers as often as they like. */
function createAlertTests({ redis }: { readonly redis: Redis }) {
  /** Null where one more may be sent; else how many milliseconds to wait. */
  async function take(workspaceId: string, hourMax: number): Promise<number | null> {
    const key = keys.alertTests(workspaceId);
    await redis.set(key, '0', { condition: 'NX', expiration: { type: 'PX', value: hourMs } });
    const [count, leftMs] = await redis.multi().incr(key).pTTL(key).execTyped();
    return count <= hourMax ? null : Math.max(1, leftMs);
  }

  return { take };
}
