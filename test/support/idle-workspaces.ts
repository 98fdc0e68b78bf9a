import { newId } from '#domain/ids.ts';
import type { Redis } from '#store/connection/connect.ts';
import { keys } from '#store/records/index.ts';
import { createSweepIndex } from '#store/sweep/sweep-index.ts';

/** Adds so many workspaces that a sweep looked at in that moment and found nothing to do in. */
export async function addIdleWorkspaces(redis: Redis, count: number, lookedAtMs: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newId('workspace'));
  await redis.zAdd(
    keys.workspaces(),
    ids.map((value) => ({ score: 1, value })),
  );
  const { settle } = createSweepIndex({ redis, basis: ['k1'] });
  await Promise.all(ids.map((id) => settle(id, lookedAtMs, null)));
}
