import type { ManagedWorkspace, Usage } from '#contracts/workspace.ts';
import { monthOf } from '#domain/month.ts';
import type { Redis } from '../connection/connect.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';
import { keys } from '../records/index.ts';
import { workspaceRecords } from '../records/workspace.ts';

const { fields } = workspaceRecords.workspace;

interface Deps {
  readonly redis: Redis;
  readonly now: () => number;
  readonly usage: { readonly ofMonth: (workspaceId: string, month: string) => Promise<Usage> };
}

export function createManagedWorkspaces({ redis, now, usage }: Deps) {
  /** Newest first. */
  async function list(query: PageQuery): Promise<Page<ManagedWorkspace>> {
    const { items, nextCursor } = await pageOfIds(redis, keys.workspaces(), query);
    const found = await Promise.all(items.map(find));
    return { items: found.filter((workspace) => workspace !== null), nextCursor };
  }

  async function find(id: string): Promise<ManagedWorkspace | null> {
    const stored = await redis.hGetAll(keys.workspace(id));
    if (stored['id'] === undefined) return null;
    const { name, state, budget, limits, createdAt } = fields.parse(stored);
    const [used, running, lastMs] = await Promise.all([
      usage.ofMonth(id, monthOf(new Date(now()))),
      // A claim whose lease is over is not being processed.
      redis.zCount(keys.slots(id), now(), '+inf'),
      lastDelivery(id),
    ]);
    const lastDeliveryAt = lastMs === null ? null : new Date(lastMs).toISOString();
    return {
      id,
      name,
      state,
      createdAt: new Date(createdAt).toISOString(),
      budget,
      limits,
      usage: used,
      running,
      lastDeliveryAt,
    };
  }

  async function lastDelivery(id: string): Promise<number | null> {
    const automationIds = await redis.zRange(keys.automations(id), 0, -1);
    const newest = await Promise.all(
      automationIds.map((automationId) => redis.zRangeWithScores(keys.activity(id, automationId), -1, -1)),
    );
    const moments = newest.flat().map(({ score }) => score);
    return moments.length === 0 ? null : Math.max(...moments);
  }

  return { list, find };
}

export type ManagedWorkspaces = ReturnType<typeof createManagedWorkspaces>;
