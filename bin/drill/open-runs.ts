import { connectRedis } from '#store/connection/connect.ts';
import { keys } from '#store/records/index.ts';

export interface OpenRun {
  readonly workspaceId: string;
  readonly deliveryId: string;
}

const workspacesMax = 1_000;

/** Reads from a copy of Redis which deliveries were being processed, those of the first workspaces at most. */
export async function openWork(redisUrl: string): Promise<readonly OpenRun[]> {
  const redis = await connectRedis(redisUrl, () => undefined);
  try {
    const open: OpenRun[] = [];
    for (const workspaceId of (await redis.zRange(keys.workspaces(), 0, workspacesMax - 1)) as string[])
      for (const deliveryId of (await redis.zRange(keys.slots(workspaceId), 0, -1)) as string[])
        if (deliveryId.startsWith('dlv_')) open.push({ workspaceId, deliveryId });
    return open;
  } finally {
    redis.destroy();
  }
}
