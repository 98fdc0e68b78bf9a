import type { z } from 'zod';

import type { AlertMemory } from '#contracts/alert-memory.ts';
import type { Redis } from '../connection/connect.ts';
import { alertRecords } from '../records/alert.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { named, script } from '../script.ts';
import type { AlertRuleRecord } from './alert-rule-record.ts';
import { alertPrefix } from './remove-alert-rule.ts';

const { alert: alertRecord, alertMemories } = alertRecords;
const StoredMemory = alertMemories.entries[0].value;
type AlertFields = z.output<typeof alertRecord.fields>;

const logMax = 200;
const hourMax = 60;

/** The state of a rule for an automation, with the text that it was read from. */
interface ReadMemory {
  readonly memory: AlertMemory | null;
  readonly stored: string;
}

type NewAlert = Pick<AlertFields, 'id' | 'type' | 'at'> &
  Partial<
    Pick<
      AlertFields,
      | 'automationId'
      | 'automationName'
      | 'deliveryId'
      | 'outcome'
      | 'failures'
      | 'silentSince'
      | 'refusals'
      | 'held'
      | 'heldSince'
      | 'changes'
    >
  >;

export interface Judged {
  readonly rule: Pick<AlertRuleRecord, 'id' | 'version'>;
  /** Null where it remembers nothing. */
  readonly about: {
    readonly automationId: string;
    readonly read: ReadMemory;
    readonly memory: AlertMemory | null;
  } | null;
  readonly alert: NewAlert | null;
}

/** A judged cause, as an entry of the list that it is removed from. */
interface Cause {
  readonly list: 'alertCauses' | 'alertChanges';
  readonly member: string;
}

interface Settled {
  readonly status: 'settled' | 'done' | 'changed';
  readonly opened: readonly string[];
}

const settleScript = script('settle-alerts');

/** The memory of rules, and the alerts that come of it. */
export function createSettling({ redis }: { readonly redis: Redis }) {
  /** Memory that cannot be read is begun anew. */
  async function readMemory(workspaceId: string, ruleId: string, automationId: string): Promise<ReadMemory> {
    const stored = (await redis.hGet(keys.alertMemories(workspaceId, ruleId), automationId)) ?? '';
    return { memory: StoredMemory.safeDecode(stored).data ?? null, stored };
  }

  /**
   * Notes it all, or nothing, and says which alerts are to be sent. `cause`: null where nothing waited to be judged.
   * `changed`: a rule or what it remembers is not what was read. `done`: the run was judged before.
   */
  async function settle(
    workspaceId: string,
    cause: Cause | null,
    judged: readonly Judged[],
  ): Promise<Settled> {
    const ruleKeys = judged.flatMap(({ rule, about, alert }) => [
      keys.alertRule(workspaceId, rule.id),
      keys.alertMemories(workspaceId, rule.id),
      keys.alertLog(workspaceId, rule.id),
      keys.alert(workspaceId, alert?.id ?? ''),
      keys.automation(workspaceId, about?.automationId ?? ''),
    ]);
    const judgement = {
      logMax,
      hourMax,
      alertPrefix: alertPrefix(workspaceId),
      cause: cause?.member,
      rules: judged.map(argumentsOf),
    };
    const [status, ...opened] = (await settleScript(
      redis,
      [keys[cause?.list ?? 'alertCauses'](workspaceId), keys.openAlerts(workspaceId), ...ruleKeys],
      [named(judgement)],
    )) as [Settled['status'], ...string[]];
    return { status, opened };
  }

  return { readMemory, settle };
}

function argumentsOf({ rule, about, alert }: Judged) {
  const memory = about?.memory ?? null;
  return {
    version: String(rule.version),
    automationId: about?.automationId,
    /** As it was stored, '' for none. */
    read: about?.read.stored ?? '',
    memory: memory === null ? undefined : StoredMemory.encode(memory),
    alert: alert === null ? undefined : { id: alert.id, at: alert.at, record: recordOf(rule.id, alert) },
  };
}

const recordOf = (ruleId: string, alert: NewAlert) =>
  fieldsOf(alertRecord.fields, { ...alert, ruleId, state: 'sending', tries: 0 });
