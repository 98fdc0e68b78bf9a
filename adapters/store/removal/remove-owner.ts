import type { Redis } from '../connection/connect.ts';
import { revisionPrefix } from '../automation/revision-prefix.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import { removeAlertRule } from '../alert/remove-alert-rule.ts';

const removeAutomationScript = script('remove-automation');
const removeConversationScript = script('remove-conversation');

/** An automation or a conversation, and the moment (epoch milliseconds) before which things are expired. */
interface Expired {
  readonly workspaceId: string;
  readonly ownerId: string;
  readonly before: number;
}

/**
 * Removes a deleted automation, or a conversation, of which no run is left. Says how many that were. Each script leaves
 * alone what is not of its kind.
 */
export async function removeOwner(redis: Redis, expired: Expired): Promise<number> {
  const { workspaceId, ownerId, before } = expired;
  const [every, activity] = [keys.everyRunOwner(workspaceId), keys.activity(workspaceId, ownerId)];
  const agentId = await redis.hGet(keys.conversation(workspaceId, ownerId), 'agentId');
  if (agentId === null) return await removeAutomation(redis, expired);
  const removed = await removeConversationScript(
    redis,
    [keys.conversation(workspaceId, ownerId), keys.conversations(workspaceId, agentId), every, activity],
    [ownerId, String(before)],
  );
  return Number(removed);
}

async function removeAutomation(redis: Redis, { workspaceId, ownerId, before }: Expired): Promise<number> {
  const automation = keys.automation(workspaceId, ownerId);
  const [state, updatedAt] = await redis.hmGet(automation, ['state', 'updatedAt']);
  // Before the automation: what is cut off is found again.
  if (state === 'deleted' && (Number(updatedAt) || 0) <= before)
    await removeAlerts(redis, workspaceId, ownerId);
  const removed = await removeAutomationScript(
    redis,
    [
      automation,
      keys.everyRunOwner(workspaceId),
      keys.activity(workspaceId, ownerId),
      keys.deletedAutomations(workspaceId),
      keys.door(workspaceId, ownerId),
      keys.indexedAutomations(workspaceId),
      keys.pausedRows(workspaceId, ownerId),
      keys.shapes(workspaceId, ownerId),
      keys.refusedEvents(workspaceId, ownerId),
      keys.cases(workspaceId, ownerId),
    ],
    [ownerId, revisionPrefix(workspaceId, ownerId), String(before)],
  );
  // The alerts that were judged meanwhile. From now on nothing is remembered of it.
  if (Number(removed) === 1) await removeAlerts(redis, workspaceId, ownerId);
  return Number(removed);
}

async function removeAlerts(redis: Redis, workspaceId: string, automationId: string): Promise<void> {
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
