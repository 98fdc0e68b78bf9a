import { removeAlertRule } from '../alert/remove-alert-rule.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';

/** Removes the alerts about an automation from the logs of all rules, and the rules that watch it alone. */
export async function removeAlerts(redis: Redis, workspaceId: string, automationId: string): Promise<void> {
  for (const ruleId of await redis.zRange(keys.alertRules(workspaceId), 0, -1)) {
    if ((await redis.hGet(keys.alertRule(workspaceId, ruleId), 'automationId')) === automationId) {
      await removeAlertRule(redis, workspaceId, ruleId);
      continue;
    }
    await redis.hDel(keys.alertMemories(workspaceId, ruleId), automationId);
    const log = keys.alertLog(workspaceId, ruleId);
    for (const alertId of await redis.zRange(log, 0, -1)) {
      const alert = keys.alert(workspaceId, alertId);
      if ((await redis.hGet(alert, 'automationId')) !== automationId) continue;
      await redis.multi().del(alert).zRem(log, alertId).zRem(keys.openAlerts(workspaceId), alertId).exec();
    }
  }
}
