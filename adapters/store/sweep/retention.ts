import { isId } from '#domain/ids.ts';
import { attempt, type Pass, sumOf } from '#domain/pass.ts';
import { removeOldApprovals } from '../approval/remove-old.ts';
import { removeGoneBlobs } from '../archive/gone-blobs.ts';
import type { ArchiveDeps } from '../archive/stored-runs.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { removeOwner } from '../removal/remove-owner.ts';
import { removeRun } from '../removal/remove-run.ts';
import { createExpiries } from './expiries.ts';

const dayMs = 24 * 60 * 60 * 1000;
const batch = 200;

/**
 * Removes what is older than the retention: deliveries, and with them what they know of their event ids; messages of
 * chats; the access logs of agents and the audit log; approvals; conversations and deleted automations of which nothing is left.
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
  const expiries = createExpiries({ redis, now });

  /** Says how many records of the workspace were removed. A run that is not over stays. */
  async function removeExpired(workspaceId: string): Promise<Pass> {
    const before = Math.max(0, now() - retentionDays * dayMs);
    await expiries.enrol(workspaceId);
    const passes: Pass[] = [];
    for (const id of await expiries.olderThan(workspaceId, before)) {
      const expired = { workspaceId, ownerId: id, before };
      passes.push(...(await (isId('agent', id) ? decisionsOf(expired) : runsOf(expired))));
    }
    passes.push(
      await attempt('approvals', () => removeOldApprovals(redis, { workspaceId, before })),
      await attempt('audit', () => redis.xTrim(keys.audit(workspaceId), 'MINID', before)),
      await attempt('archives', async () => {
        await removeGoneBlobs({ redis, blobs }, workspaceId);
        return 0;
      }),
    );
    return sumOf(passes);
  }

  async function runsOf(expired: Expired): Promise<readonly Pass[]> {
    const { workspaceId, ownerId } = expired;
    const passes = [
      await attempt(ownerId, () => removeRuns(redis, expired)),
      await attempt(ownerId, () => removeOwner(redis, expired)),
    ];
    // Failed deletions are looked at again.
    if (sumOf(passes).failures.length === 0)
      await expiries.settle(workspaceId, ownerId, await oldestRun(redis, expired));
    return passes;
  }

  async function decisionsOf(expired: Expired): Promise<readonly Pass[]> {
    const { workspaceId, ownerId: agentId } = expired;
    const trimmed = await attempt(agentId, () => trimDecisions(redis, { ...expired, agentId }));
    if (trimmed.failures.length === 0)
      await expiries.settle(workspaceId, agentId, await oldestDecision(redis, workspaceId, agentId));
    return [trimmed];
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

/** `gone`: nothing is left of the automation or conversation. A deleted one expires by itself too. */
async function oldestRun(redis: Redis, { workspaceId, ownerId }: Expired): Promise<number | null | 'gone'> {
  if ((await redis.zScore(keys.everyRunOwner(workspaceId), ownerId)) === null) return 'gone';
  const [first] = await redis.zRangeWithScores(keys.activity(workspaceId, ownerId), 0, 0);
  return first?.score ?? (await redis.zScore(keys.deletedAutomations(workspaceId), ownerId));
}

async function oldestDecision(
  redis: Redis,
  workspaceId: string,
  agentId: string,
): Promise<number | null | 'gone'> {
  if ((await redis.zScore(keys.agents(workspaceId), agentId)) === null) return 'gone';
  const [first] = (await redis.xRange(keys.decisions(workspaceId, agentId), '-', '+', { COUNT: 1 })) ?? [];
  return first === undefined ? null : Number(first.id.split('-', 1)[0]);
}
