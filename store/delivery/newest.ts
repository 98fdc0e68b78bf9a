import type { TurnDelivery } from '../../contracts/turn.ts';
import { type Redis, withBuffers } from '../connect.ts';
import { pageOfIds } from '../page.ts';
import { keys } from '../records/index.ts';
import { deliveryOf } from '../run/context.ts';
import { isDelivery } from './stored-delivery.ts';

/** Looking for deliveries with a body ends after so many pages: most of a paused automation have none. */
const newestPagesMax = 10;

export function createNewest({ redis }: { redis: Redis }) {
  /** The newest deliveries of an automation whose body is kept, at most `limit`, as a run reads them. */
  async function* newest(
    workspaceId: string,
    automationId: string,
    limit: number,
  ): AsyncGenerator<{ readonly deliveryId: string; readonly delivery: TurnDelivery }> {
    const key = keys.activity(workspaceId, automationId);
    let [left, cursor]: [number, string | null | undefined] = [limit, undefined];
    for (let page = 0; page < newestPagesMax && left > 0 && cursor !== null; page += 1) {
      const { items, nextCursor } = await pageOfIds(redis, key, { limit, cursor });
      cursor = nextCursor;
      for (const deliveryId of items) {
        const delivery = left > 0 ? await stored(workspaceId, deliveryId) : null;
        if (delivery === null) continue;
        left -= 1;
        yield { deliveryId, delivery };
      }
    }
  }

  async function stored(workspaceId: string, deliveryId: string): Promise<TurnDelivery | null> {
    const [fields, bytes] = await Promise.all([
      redis.hGetAll(keys.run(workspaceId, deliveryId)),
      withBuffers(redis).get(keys.body(workspaceId, deliveryId)),
    ]);
    return isDelivery(fields) && bytes !== null ? deliveryOf(fields, bytes) : null;
  }

  return { newest };
}
