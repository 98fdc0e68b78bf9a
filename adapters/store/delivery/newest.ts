import type { TurnDelivery } from '#contracts/turn.ts';
import { isArchiveUnavailable } from '../archive/read-blob.ts';
import { type ArchiveDeps, createStoredRuns } from '../archive/stored-runs.ts';
import { pageOfIds } from '../page.ts';
import { keys } from '../records/index.ts';
import { readableDelivery } from '../run/context.ts';
import { isDelivery } from './stored-delivery.ts';

/** Looking for deliveries with a body ends after so many pages: most of a paused automation have none. */
const newestPagesMax = 10;

export function createNewest(deps: ArchiveDeps) {
  const storedRuns = createStoredRuns(deps);

  /**
   * The newest deliveries of an automation whose body is kept, as a run reads them: at most `limit`, which together have
   * no more than `bytesMax`. One that is too large for what is left of these is passed over, and from the first one on
   * whose archive cannot be read, there are no more.
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
      const { items, nextCursor } = await pageOfIds(deps.redis, key, { limit, cursor });
      cursor = nextCursor;
      for (const deliveryId of items) {
        const delivery = left > 0 ? await stored(workspaceId, deliveryId, bytesLeft) : null;
        if (delivery === 'unavailable') return;
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
  ): Promise<TurnDelivery | 'unavailable' | null> {
    const size = await deps.redis.hGet(keys.run(workspaceId, deliveryId), 'sizeBytes');
    if (Number(size) > bytesMax) return null;
    try {
      const { fields, body } = await storedRuns.read(workspaceId, deliveryId);
      return isDelivery(fields) && body !== null ? readableDelivery(fields, body) : null;
    } catch (error) {
      if (isArchiveUnavailable(error)) return 'unavailable';
      throw error;
    }
  }

  /** A delivery as a run reads it; null where it is not kept, or cannot be read now. */
  async function arrived(workspaceId: string, deliveryId: string): Promise<TurnDelivery | null> {
    const found = await stored(workspaceId, deliveryId, Infinity);
    return found === 'unavailable' ? null : found;
  }

  return { newest, arrived };
}
