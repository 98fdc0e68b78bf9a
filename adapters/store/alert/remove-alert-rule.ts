import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const removeScript = script('remove-with-log');

/** The prefix of the keys of a workspace's alerts, for scripts. */
export const alertPrefix = (workspaceId: string): string => keys.alert(workspaceId, '');

export async function removeAlertRule(redis: Redis, workspaceId: string, ruleId: string): Promise<boolean> {
  const removed = await removeScript(
    redis,
    [
      keys.alertRules(workspaceId),
      keys.alertRule(workspaceId, ruleId),
      keys.alertMemories(workspaceId, ruleId),
      keys.alertLog(workspaceId, ruleId),
      keys.openAlerts(workspaceId),
    ],
    [ruleId, alertPrefix(workspaceId)],
  );
  return removed === 1;
}
