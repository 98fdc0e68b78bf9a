import { createAlertLog } from './alert-log.ts';
import { createAlertRuleReading } from './alert-rule-record.ts';
import { createCauses } from './causes.ts';
import { createChanges } from './changes.ts';
import { createSettling } from './settle.ts';
import type { Redis } from '../connection/connect.ts';

export type { AlertRecord, AlertTry } from './alert-log.ts';
export type { AlertRuleRecord } from './alert-rule-record.ts';
export type { ChangeCause } from './changes.ts';
export type { Judged } from './settle.ts';

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
