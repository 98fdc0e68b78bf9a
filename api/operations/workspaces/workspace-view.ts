import type { z } from 'zod';

import type { WorkspaceView } from '#contracts/workspace.ts';
import { limits } from '#domain/limits.ts';
import type { StorageLimits } from '#domain/storage-limits.ts';
import { monthOf } from '#domain/month.ts';
import type { Storage } from '#store/workspace/storage.ts';
import type { UsageStore } from '#store/usage/usage.ts';
import type { Workspace, Workspaces } from '#store/workspace/workspaces.ts';

export interface WorkspaceViewDeps {
  readonly storage: Storage;
  readonly storageLimits: StorageLimits;
  readonly usage: UsageStore;
  readonly retentionDays: number;
  readonly workspaces: Pick<Workspaces, 'ownLimits' | 'timeZoneOf' | 'budgetOf'>;
}

/** A workspace with what it used this month (UTC), and its limits. */
export async function workspaceView(
  { storage, storageLimits, usage, workspaces, retentionDays }: WorkspaceViewDeps,
  { id, name }: Workspace,
): Promise<z.infer<typeof WorkspaceView>> {
  const { deliveriesPerMinute, concurrentDeliveries, deliveryBodyBytesMax } = limits;
  return {
    id,
    name,
    timeZone: await workspaces.timeZoneOf(id),
    usage: await usage.ofMonth(id, monthOf(new Date())),
    storage: await storage.of(id),
    deliveriesKeptDays: retentionDays,
    limits: {
      deliveriesPerMinute,
      concurrentDeliveries,
      deliveryBodyBytesMax,
      ...storageLimits,
      ...(await workspaces.ownLimits(id)),
      ...(await workspaces.budgetOf(id)),
    },
  };
}
