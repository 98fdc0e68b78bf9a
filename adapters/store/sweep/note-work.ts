import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';

/**
 * Tells the sweep that something is begun in a workspace that it may have to finish. Resolves before that is stored, or is
 * sent with it. The sweep looks at the workspace at each of its times for some minutes, and then as long as work is left.
 */
export async function noteWork(redis: Redis, workspaceId: string, nowMs = Date.now()): Promise<void> {
  await redis.zAdd(keys.sweepNoted(), { score: nowMs, value: workspaceId });
}

const everyMs = 60_000;
const notedMax = 10_000;

/** The same for what is begun often: once a minute for each workspace is enough. */
export function createWorkNotes({ redis }: { readonly redis: Redis }) {
  const noted = new Map<string, number>();

  return async function note(workspaceId: string): Promise<void> {
    const nowMs = Date.now();
    if (nowMs - (noted.get(workspaceId) ?? -Infinity) < everyMs) return;
    await noteWork(redis, workspaceId, nowMs);
    if (noted.size >= notedMax) noted.clear();
    noted.set(workspaceId, nowMs);
  };
}
