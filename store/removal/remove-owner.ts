import type { Redis } from '../connect.ts';
import { revisionPrefix } from '../records/automation.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

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
export async function removeOwner(redis: Redis, { workspaceId, ownerId, before }: Expired): Promise<number> {
  const [every, activity] = [keys.everyRunOwner(workspaceId), keys.activity(workspaceId, ownerId)];
  const agentId = await redis.hGet(keys.conversation(workspaceId, ownerId), 'agentId');
  const removed =
    agentId === null
      ? await removeAutomationScript(
          redis,
          [
            keys.automation(workspaceId, ownerId),
            every,
            activity,
            keys.deletedAutomations(workspaceId),
            keys.door(workspaceId, ownerId),
            keys.indexedAutomations(workspaceId),
            keys.pausedRows(workspaceId, ownerId),
            keys.shapes(workspaceId, ownerId),
            keys.refusedEvents(workspaceId, ownerId),
          ],
          [ownerId, revisionPrefix(workspaceId, ownerId), String(before)],
        )
      : await removeConversationScript(
          redis,
          [
            keys.conversation(workspaceId, ownerId),
            keys.conversations(workspaceId, agentId),
            every,
            activity,
          ],
          [ownerId, String(before)],
        );
  return Number(removed);
}
