import type { TurnDelivery } from '../../contracts/turn.ts';
import { type Redis, withBuffers } from '../connect.ts';
import { pageOfIds } from '../page.ts';
import { keys } from '../records/index.ts';
import { readableDelivery } from '../run/context.ts';
import { isDelivery } from './stored-delivery.ts';

/** Looking for deliveries with a body ends after so many pages: most of a paused automation have none. */
const newestPagesMax = 10;

export function createNewest({ redis }: { redis: Redis }) {
  /**
   * The newest deliveries of an automation whose body is kept, as a run reads them: at most `limit`, which together have
   * no more than `bytesMax`. One that is too large for what is left of these is passed over.
   */
  async function* newest(
    workspaceId: string,
    automationId: string,
    { limit, bytesMax }: { readonly limit: number; readonly bytesMax: number },
  ): AsyncGenerator<{ readonly deliveryId: string; readonly delivery: TurnDelivery }> {
    const key = keys.activity(workspaceId, automationId);
    let [left, bytesLeft]: [number, number] = [limit, bytesMax];
    let cursor: string | null | undefined;
    for (let page = 0; page < newestPagesMax && left > 0 && cursor !== null; page += 1) {
      const { items, nextCursor } = await pageOfIds(redis, key, { limit, cursor });
      cursor = nextCursor;
      for (const deliveryId of items) {
        const delivery = left > 0 ? await stored(workspaceId, deliveryId, bytesLeft) : null;
        if (delivery === null) continue;
        left -= 1;
        bytesLeft -= delivery.body.byteLength;
        yield { deliveryId, delivery };
      }
    }
  }

  async function stored(
    workspaceId: string,
    deliveryId: string,
    bytesMax: number,
  ): Promise<TurnDelivery | null> {
    const body = keys.body(workspaceId, deliveryId);
    const [fields, size] = await Promise.all([
      redis.hGetAll(keys.run(workspaceId, deliveryId)),
      redis.strLen(body),
    ]);
    if (!isDelivery(fields) || size > bytesMax) return null;
    const bytes = await withBuffers(redis).get(body);
    return bytes === null ? null : readableDelivery(fields, bytes);
  }

  return { newest };
}
