import { limits } from '#domain/limits.ts';
import type { LimitInUse } from '#contracts/limits.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { ownLimitsOf } from './own-limits.ts';

const minuteMs = 60_000;

export function createLimitsInUse({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  return async function limitsInUse(workspaceId: string): Promise<readonly LimitInUse[]> {
    const at = now();
    const [own, minute, slots] = await Promise.all([
      ownLimitsOf(redis, workspaceId),
      redis.zCount(keys.minute(workspaceId), `(${at - minuteMs}`, at + minuteMs),
      // A slot of a claim that nobody confirmed is free after its lease.
      redis.zCount(keys.slots(workspaceId), `(${at}`, '+inf'),
    ]);
    const { deliveriesPerMinute, concurrentDeliveries } = { ...limits, ...own };
    return [
      { name: 'deliveriesPerMinute', used: minute, limit: deliveriesPerMinute },
      { name: 'concurrentDeliveries', used: slots, limit: concurrentDeliveries },
    ];
  };
}

export type ReadLimitsInUse = ReturnType<typeof createLimitsInUse>;
