import { Outcome } from '../contracts/run.ts';
import { attempt, type Pass, sumOf } from '../domain/pass.ts';
import type { Redis } from './connect.ts';
import { revisionPrefix } from './records/automation.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';

const dayMs = 24 * 60 * 60 * 1000;
const batch = 200;

const removeRunScript = script('remove-run', ['index-delivery']);
const removeAutomationScript = script('remove-automation');
const removeConversationScript = script('remove-conversation');

/**
 * Removes what is older than the retention: deliveries, and with them what they know of their event ids; messages of
 * chats; the audit log; conversations and deleted automations of which nothing is left.
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
  /** Says how many records of the workspace were removed. A run that is not over stays. */
  async function removeExpired(workspaceId: string): Promise<Pass> {
    const before = Math.max(0, now() - retentionDays * dayMs);
    const passes: Pass[] = [];
    for (const ownerId of await redis.zRange(keys.everyRunOwner(workspaceId), 0, -1)) {
      passes.push(await attempt(ownerId, () => removeRuns(redis, { workspaceId, ownerId, before })));
      passes.push(await attempt(ownerId, () => removeOwner(redis, { workspaceId, ownerId, before })));
    }
    for (const agentId of await redis.zRange(keys.agents(workspaceId), 0, -1))
      passes.push(await attempt(agentId, () => trimDecisions(redis, { workspaceId, agentId, before })));
    return sumOf(passes);
  }

  return { removeExpired };
}

export type Retention = ReturnType<typeof createRetention>;

/** An automation or a conversation, and the moment (epoch milliseconds) before which things are expired. */
interface Expired {
  readonly workspaceId: string;
  readonly ownerId: string;
  readonly before: number;
}

async function removeRuns(redis: Redis, { workspaceId, ownerId, before }: Expired): Promise<number> {
  const activity = keys.activity(workspaceId, ownerId);
  let [removed, kept] = [0, 0];
  for (;;) {
    const ids = await redis.zRangeByScore(activity, '-inf', before, {
      LIMIT: { offset: kept, count: batch },
    });
    for (const id of ids) {
      if (await removeRun(redis, { workspaceId, ownerId, runId: id })) removed += 1;
      else kept += 1;
    }
    if (ids.length < batch) return removed;
  }
}

async function removeRun(
  redis: Redis,
  { workspaceId, ownerId, runId }: { workspaceId: string; ownerId: string; runId: string },
): Promise<boolean> {
  const removed = await removeRunScript(
    redis,
    [
      keys.run(workspaceId, runId),
      keys.deliveryIndex(workspaceId),
      keys.body(workspaceId, runId),
      keys.steps(workspaceId, runId),
      keys.turns(workspaceId, runId),
      keys.calls(workspaceId, runId),
      keys.activity(workspaceId, ownerId),
      keys.begunMessages(workspaceId, ownerId),
      ...Outcome.options.map((outcome) => keys.activityWith(workspaceId, ownerId, outcome)),
    ],
    [runId],
  );
  return removed === 1;
}

/** Each script leaves alone what is not of its kind. */
async function removeOwner(redis: Redis, { workspaceId, ownerId, before }: Expired): Promise<number> {
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

async function trimDecisions(
  redis: Redis,
  { workspaceId, agentId, before }: { workspaceId: string; agentId: string; before: number },
): Promise<number> {
  return await redis.xTrim(keys.decisions(workspaceId, agentId), 'MINID', before);
}
