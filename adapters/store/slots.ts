import { randomInt } from 'node:crypto';

import type { DeliveryRun } from '#contracts/run.ts';
import type { Redis } from './connection/connect.ts';
import { keys } from './records/index.ts';
import { readFields } from './records/read.ts';
import { runRecords } from './records/run.ts';

export interface SlotHolder {
  readonly run: DeliveryRun;
  readonly workflowId: string;
  readonly eventId: string;
  readonly automationName: string;
  readonly reference: string | null;
  readonly isBegun: boolean;
}

const HolderFields = runRecords.run.fields.pick({
  automationId: true,
  automationName: true,
  eventId: true,
  reference: true,
  startedAt: true,
  workflowId: true,
});

/** How many runs that wait are looked at each time. */
const [firstMax, othersMax] = [16, 16];

/** The concurrency slots of a workspace: taken by admission, given back by the end of a run. */
export function createSlots({ redis }: { redis: Redis }) {
  /** Holders whose delivery is confirmed; the slot of a claim that is still being started ends with its lease. */
  async function holders(workspaceId: string): Promise<readonly SlotHolder[]> {
    const deliveryIds = await redis.zRangeByScore(keys.slots(workspaceId), '+inf', '+inf');
    // Without a record there is no run that could give the slot back.
    return await runsOf(workspaceId, deliveryIds, (deliveryId) =>
      redis.zRem(keys.slots(workspaceId), deliveryId),
    );
  }

  /**
   * Some runs that wait: those that should have gone on first, because a lost one becomes one of them, and some from another
   * place each time, because the first ones may stay there.
   */
  async function waiting(workspaceId: string): Promise<readonly SlotHolder[]> {
    const all = await redis.zRange(keys.waiting(workspaceId), 0, -1);
    const others = all.slice(firstMax);
    const from = randomInt(Math.max(others.length - othersMax, 0) + 1);
    const deliveryIds = [...all.slice(0, firstMax), ...others.slice(from, from + othersMax)];
    return await runsOf(workspaceId, deliveryIds, (deliveryId) => forget(workspaceId, deliveryId));
  }

  async function runsOf(
    workspaceId: string,
    deliveryIds: readonly string[],
    onMissing: (deliveryId: string) => Promise<unknown>,
  ): Promise<readonly SlotHolder[]> {
    const found = await Promise.all(
      deliveryIds.map(async (deliveryId) => {
        const fields = await readFields(redis, keys.run(workspaceId, deliveryId), HolderFields);
        if (fields === null) {
          await onMissing(deliveryId);
          return null;
        }
        const { automationId, startedAt, ...holder } = fields;
        const run = { kind: 'delivery', workspaceId, automationId, deliveryId } as const;
        return { run, ...holder, isBegun: startedAt !== null };
      }),
    );
    return found.filter((holder) => holder !== null);
  }

  /** Its record alone says which automation it is of. */
  async function forget(workspaceId: string, deliveryId: string): Promise<void> {
    const automationIds = await redis.zRange(keys.everyRunOwner(workspaceId), 0, -1);
    await Promise.all(
      automationIds.map((id) => redis.sRem(keys.waitingOfAutomation(workspaceId, id), deliveryId)),
    );
    await redis.zRem(keys.waiting(workspaceId), deliveryId);
  }

  /** True at most once in `everyMs` over all processes: a check costs a call to Temporal for each slot. */
  async function mayCheck(workspaceId: string, everyMs: number): Promise<boolean> {
    const answer = await redis.set(keys.slotsCheck(workspaceId), '1', {
      condition: 'NX',
      expiration: { type: 'PX', value: everyMs },
    });
    return answer !== null;
  }

  return { holders, waiting, mayCheck };
}

export type Slots = ReturnType<typeof createSlots>;
