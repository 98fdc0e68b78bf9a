import { Outcome } from '../contracts/run.ts';
import type { Redis } from './connect.ts';
import { keys } from './keys.ts';
import { script } from './script.ts';

const dayMs = 24 * 60 * 60 * 1000;
const batch = 200;

const removeConversationScript = script('remove-conversation');

/**
 * Removes delivery records older than the retention, and with them what they know of their event ids; messages of
 * chats likewise, and conversations of which nothing is left.
 */
export function createRetention({
  redis,
  retentionDays,
  now = Date.now,
}: {
  redis: Redis;
  retentionDays: number;
  now?: () => number;
}) {
  /** Says how many deliveries of the workspace were removed. One that is still running stays. */
  async function removeExpired(workspaceId: string): Promise<number> {
    const before = now() - retentionDays * dayMs;
    const automationIds = await redis.zRange(keys.everyAutomation(workspaceId), 0, -1);
    let removed = 0;
    for (const automationId of automationIds) {
      removed += await removeOf(workspaceId, automationId, before);
      await removeEmptyConversation(workspaceId, automationId, before);
    }
    return removed;
  }

  async function removeOf(workspaceId: string, automationId: string, before: number): Promise<number> {
    const activity = keys.activity(workspaceId, automationId);
    let [removed, kept] = [0, 0];
    for (;;) {
      const ids = await redis.zRangeByScore(activity, '-inf', before, {
        LIMIT: { offset: kept, count: batch },
      });
      for (const id of ids) {
        if (await remove(workspaceId, automationId, id)) removed += 1;
        else kept += 1;
      }
      if (ids.length < batch) return removed;
    }
  }

  async function remove(workspaceId: string, automationId: string, deliveryId: string): Promise<boolean> {
    const outcome = Outcome.nullable().parse(await redis.hGet(keys.run(workspaceId, deliveryId), 'outcome'));
    if (outcome === 'running') return false;
    await redis
      .multi()
      .del([
        keys.body(workspaceId, deliveryId),
        keys.steps(workspaceId, deliveryId),
        keys.turns(workspaceId, deliveryId),
        keys.calls(workspaceId, deliveryId),
        keys.run(workspaceId, deliveryId),
      ])
      .zRem(keys.activity(workspaceId, automationId), deliveryId)
      .zRem(keys.begunMessages(workspaceId, automationId), deliveryId)
      .zRem(keys.activityWith(workspaceId, automationId, outcome ?? 'skipped'), deliveryId)
      .exec();
    return true;
  }

  /** Every id is tried: for an automation there is no such conversation. */
  async function removeEmptyConversation(workspaceId: string, id: string, before: number): Promise<void> {
    const agentId = await redis.hGet(keys.conversation(workspaceId, id), 'agentId');
    if (agentId === null) return;
    await removeConversationScript(
      redis,
      [
        keys.conversation(workspaceId, id),
        keys.conversations(workspaceId, agentId),
        keys.everyAutomation(workspaceId),
        keys.activity(workspaceId, id),
      ],
      [id, String(before)],
    );
  }

  return { removeExpired };
}

export type Retention = ReturnType<typeof createRetention>;
