import {
  type AlertRuleChange,
  alertRulesMax,
  type NewAlertChannel,
  type NewAlertRule,
} from '#contracts/alert.ts';
import { newId } from '#domain/ids.ts';
import type { Redis } from '../connection/connect.ts';
import { alertRecords } from '../records/alert.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import { noteWork } from '../sweep/note-work.ts';
import type { Vault } from '../secret/vault.ts';
import { type AlertRuleRecord, createAlertRuleReading } from './alert-rule-record.ts';
import { removeAlertRule } from './remove-alert-rule.ts';
import { newWebhookSecret, replacedSecret } from '../webhook/webhook-secrets.ts';

const { fields } = alertRecords.alertRule;
const addScript = script('add-with-limit');
const changeScript = script('change-version');

export interface WrittenRule {
  readonly rule: AlertRuleRecord;
  readonly secret: string | null;
}

interface Deps {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now: () => number;
}

/** Makes, changes and removes the alert rules of a workspace. `remove` is false where there was none. */
export function createAlertRuleWriting({ redis, vault, now }: Deps) {
  const { all } = createAlertRuleReading({ redis });
  const change = createChanging({ redis, now });
  const create = createMaking({ redis, vault, now });

  /** Changes what is given. It forgets its state for all other automations. Null where there is no such rule. */
  async function revise(
    workspaceId: string,
    ruleId: string,
    given: AlertRuleChange,
  ): Promise<WrittenRule | null> {
    let secret: string | null = null;
    const rule = await change(workspaceId, ruleId, (read) => {
      const { channel, ...others } = given;
      const changed = channel === undefined ? {} : targetOf(channel);
      if (channel?.kind !== 'webhook' || read.sealedSecret !== null)
        return { ...others, ...changed, ...(channel?.kind === 'email' ? withoutSecret : {}) };
      const made = newWebhookSecret(vault, { kind: 'alert-secret', workspaceId, id: ruleId });
      ({ secret } = made);
      return { ...others, ...changed, sealedSecret: made.sealed };
    });
    return rule === null ? null : { rule, secret };
  }

  /** A new secret; alerts are signed with the former one too for a day. Null where there is no such rule. */
  async function replaceSecret(workspaceId: string, ruleId: string): Promise<WrittenRule | null> {
    const made = newWebhookSecret(vault, { kind: 'alert-secret', workspaceId, id: ruleId });
    const rule = await change(workspaceId, ruleId, (read) => replacedSecret(made.sealed, read, now()));
    return rule === null ? null : { rule, secret: made.secret };
  }

  const remove = (workspaceId: string, ruleId: string) => removeAlertRule(redis, workspaceId, ruleId);

  /** The rules that watch an automation alone: without it they watch nothing. */
  async function removeOfAutomation(workspaceId: string, automationId: string): Promise<void> {
    for (const rule of await all(workspaceId))
      if (rule.automationId === automationId) await remove(workspaceId, rule.id);
  }

  return { create, revise, replaceSecret, remove, removeOfAutomation };
}

/** Makes a rule; null where the workspace has as many as it may. */
function createMaking({ redis, vault, now }: Deps) {
  return async function create(workspaceId: string, given: NewAlertRule): Promise<WrittenRule | null> {
    const [id, at] = [newId('alert rule'), now()];
    const { channel, ...content } = given;
    const owner = { kind: 'alert-secret', workspaceId, id } as const;
    const made = channel.kind === 'webhook' ? newWebhookSecret(vault, owner) : null;
    const rule: AlertRuleRecord = {
      id,
      ...content,
      ...targetOf(channel),
      ...withoutSecret,
      sealedSecret: made?.sealed ?? null,
      state: 'on',
      version: 1,
      watchedSince: at,
      createdAt: at,
      updatedAt: at,
    };
    await noteWork(redis, workspaceId);
    const added = await addScript(
      redis,
      [keys.alertRules(workspaceId), keys.alertRule(workspaceId, id)],
      [id, String(at), String(alertRulesMax), ...fieldsOf(fields, rule)],
    );
    return added === 1 ? { rule, secret: made?.secret ?? null } : null;
  };
}

type RuleFields = Partial<AlertRuleRecord>;

const withoutSecret = { sealedSecret: null, sealedFormerSecret: null, formerSecretUntil: 0 } as const;

const targetOf = (channel: NewAlertChannel) =>
  channel.kind === 'webhook'
    ? ({ channel: 'webhook', target: channel.url } as const)
    : ({ channel: 'email', target: channel.to } as const);

/** Changes a rule as it is read, again where another change came in between. */
function createChanging({ redis, now }: Pick<Deps, 'redis' | 'now'>) {
  const { find } = createAlertRuleReading({ redis });
  return async function change(
    workspaceId: string,
    ruleId: string,
    make: (read: AlertRuleRecord) => { readonly [Name in keyof RuleFields]: RuleFields[Name] | undefined },
  ): Promise<AlertRuleRecord | null> {
    for (;;) {
      const read = await find(workspaceId, ruleId);
      if (read === null) return null;
      const given = Object.fromEntries(
        Object.entries(make(read)).filter(([, value]) => value !== undefined),
      ) as RuleFields;
      const isAnew = ['automationId', 'condition', 'state'].some((name) => name in given);
      const next = { ...read, ...given, updatedAt: now(), ...(isAnew && { watchedSince: now() }) };
      const { version, ...stored } = next;
      await noteWork(redis, workspaceId);
      const status = await changeScript(
        redis,
        [keys.alertRule(workspaceId, ruleId), keys.alertMemories(workspaceId, ruleId)],
        [String(version), isAnew ? '1' : '0', ...fieldsOf(fields, stored)],
      );
      if (status === 'missing') return null;
      if (status === 'changed') return { ...next, version: version + 1 };
    }
  };
}
