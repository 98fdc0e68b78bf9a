import { attempt, type Pass, sumOf } from '../domain/pass.ts';
import { removeGoneBlobs } from './archive/gone-blobs.ts';
import type { ArchiveDeps } from './archive/stored-runs.ts';
import type { Redis } from './connect.ts';
import { keys } from './records/index.ts';
import { removeOwner } from './removal/remove-owner.ts';
import { removeRun } from './removal/remove-run.ts';

const dayMs = 24 * 60 * 60 * 1000;
const batch = 200;

/**
 * Removes what is older than the retention: deliveries, and with them what they know of their event ids; messages of
 * chats; the audit log; conversations and deleted automations of which nothing is left.
 */
export function createRetention({
  redis,
  blobs,
  retentionDays,
  now = Date.now,
}: ArchiveDeps & {
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
    passes.push(
      await attempt('archives', async () => {
        await removeGoneBlobs({ redis, blobs }, workspaceId);
        return 0;
      }),
    );
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

async function trimDecisions(
  redis: Redis,
  { workspaceId, agentId, before }: { workspaceId: string; agentId: string; before: number },
): Promise<number> {
  return await redis.xTrim(keys.decisions(workspaceId, agentId), 'MINID', before);
}
