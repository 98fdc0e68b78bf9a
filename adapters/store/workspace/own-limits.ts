import type { WorkspaceLimits } from '#contracts/workspace-limits.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { workspaceRecords } from '../records/workspace.ts';

const { limits: field } = workspaceRecords.workspace.fields.shape;

/** The limits that an operator set for a workspace. Those that cannot be read are none, as for the scripts. */
export async function ownLimitsOf(redis: Redis, workspaceId: string): Promise<NonNullable<WorkspaceLimits>> {
  const stored = await redis.hGet(keys.workspace(workspaceId), 'limits');
  return field.safeDecode(stored ?? undefined).data ?? {};
}
