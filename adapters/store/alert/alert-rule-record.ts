import type { z } from 'zod';

import type { Redis } from '../connection/connect.ts';
import { alertRecords } from '../records/alert.ts';
import { keys } from '../records/index.ts';

const { fields } = alertRecords.alertRule;
export type AlertRuleRecord = Readonly<z.output<typeof fields>>;

export function createAlertRuleReading({ redis }: { readonly redis: Redis }) {
  /** Null where there is none, or it cannot be read. */
  async function find(workspaceId: string, ruleId: string): Promise<AlertRuleRecord | null> {
    const stored = await redis.hGetAll(keys.alertRule(workspaceId, ruleId));
    return fields.safeParse(stored).data ?? null;
  }

  /** Newest first. */
  async function all(workspaceId: string): Promise<readonly AlertRuleRecord[]> {
    const ids = await redis.zRange(keys.alertRules(workspaceId), 0, -1, { REV: true });
    const rules = await Promise.all(ids.map((id) => find(workspaceId, id)));
    return rules.filter((rule) => rule !== null);
  }

  return { find, all };
}
