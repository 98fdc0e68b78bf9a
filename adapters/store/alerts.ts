import { createAlertLog } from './alert/alert-log.ts';
import { createAlertRuleReading } from './alert/alert-rule-record.ts';
import { createCauses } from './alert/causes.ts';
import { createChanges } from './alert/changes.ts';
import { createSettling } from './alert/settle.ts';
import type { Redis } from './connect.ts';

export type { AlertRecord, AlertTry } from './alert/alert-log.ts';
export type { AlertRuleRecord } from './alert/alert-rule-record.ts';
export type { ChangeCause } from './alert/changes.ts';
export type { Judged } from './alert/settle.ts';

/** Alerts: what led to them, and what became of them. */
export function createAlerts({
  redis,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly now?: () => number;
}) {
  return {
    ...createAlertLog({ redis, now }),
    ...createSettling({ redis }),
    causes: createCauses({ redis }),
    changes: createChanges({ redis }),
    rules: createAlertRuleReading({ redis }).all,
  };
}

export type Alerts = ReturnType<typeof createAlerts>;
