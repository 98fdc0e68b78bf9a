import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';

const batch = 500;

/** Removes approvals that were asked for before a moment (epoch milliseconds), but none that is open. Says how many. */
export async function removeOldApprovals(
  redis: Redis,
  { workspaceId, before }: { readonly workspaceId: string; readonly before: number },
): Promise<number> {
  const all = keys.approvals(workspaceId, 'all');
  let removed = 0;
  for (let offset = 0; ;) {
    const ids = await redis.zRangeByScore(all, '-inf', before, { LIMIT: { offset, count: batch } });
    for (const id of ids) {
      const key = keys.approval(workspaceId, id);
      const state = await redis.hGet(key, 'state');
      if (state === 'open') offset += 1;
      else {
        const lists = redis.multi().zRem(all, id).unlink(key);
        if (state !== null) lists.zRem(keys.approvals(workspaceId, state as 'approved'), id);
        await lists.exec();
        removed += 1;
      }
    }
    if (ids.length < batch) return removed;
  }
}
