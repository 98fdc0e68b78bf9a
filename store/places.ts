import { z } from 'zod';

import type { DeliveryRun } from '../contracts/run.ts';
import type { Redis } from './connect.ts';
import { keys } from './keys.ts';

/** Who holds a place among the eight of a workspace. */
export interface PlaceHolder {
  readonly run: DeliveryRun;
  readonly workflowId: string;
}

const Fields = z.tuple([z.string(), z.string()]);

/** The places of a workspace: taken by admission, given back by the end of a run. */
export function createPlaces({ redis }: { redis: Redis }) {
  /** Holders whose delivery is confirmed; a claim that is still being started looks after itself by its lease. */
  async function holders(workspaceId: string): Promise<readonly PlaceHolder[]> {
    const deliveryIds = await redis.zRangeByScore(keys.places(workspaceId), '+inf', '+inf');
    const found = await Promise.all(
      deliveryIds.map(async (deliveryId) => {
        const key = keys.run(workspaceId, deliveryId);
        const fields = Fields.safeParse(await redis.hmGet(key, ['automationId', 'workflowId']));
        if (!fields.success) {
          // No record, no run: nobody else would ever give this place back.
          await redis.zRem(keys.places(workspaceId), deliveryId);
          return null;
        }
        const [automationId, workflowId] = fields.data;
        return { run: { kind: 'delivery', workspaceId, automationId, deliveryId } as const, workflowId };
      }),
    );
    return found.filter((holder) => holder !== null);
  }

  /** True at most once in `everyMs` over all processes: looking after the runs costs a call for each place. */
  async function mayCheck(workspaceId: string, everyMs: number): Promise<boolean> {
    const answer = await redis.set(keys.placesCheck(workspaceId), '1', {
      condition: 'NX',
      expiration: { type: 'PX', value: everyMs },
    });
    return answer !== null;
  }

  return { holders, mayCheck };
}

export type Places = ReturnType<typeof createPlaces>;
