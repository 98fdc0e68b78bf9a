import type { ActivityRow } from '../../contracts/delivery.ts';
import type { Outcome } from '../../contracts/run.ts';
import type { Redis } from '../connect.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';
import { keys } from '../records/index.ts';
import { timesOf } from '../run/view.ts';
import { storedDelivery } from './stored-delivery.ts';

/** What an automation did. */
export function createActivity({ redis }: { redis: Redis }) {
  /** The activity of an automation, newest first. */
  async function activity(
    workspaceId: string,
    automationId: string,
    { outcome, ...query }: PageQuery & { outcome?: Outcome | undefined },
  ): Promise<Page<ActivityRow>> {
    const { items, nextCursor } = await pageOfIds(
      redis,
      outcome === undefined
        ? keys.activity(workspaceId, automationId)
        : keys.activityWith(workspaceId, automationId, outcome),
      query,
    );
    const rows = await Promise.all(items.map((id) => row(workspaceId, id)));
    return { items: rows.filter((found) => found !== null), nextCursor };
  }

  async function row(workspaceId: string, deliveryId: string): Promise<ActivityRow | null> {
    const fields = storedDelivery(await redis.hGetAll(keys.run(workspaceId, deliveryId)));
    if (fields === null) return null;
    const { outcome, reason, reference, referenceUrl, automationName, cost } = fields;
    const { receivedAt, durationMs } = timesOf(fields);
    return {
      deliveryId,
      outcome,
      reason,
      reference,
      referenceUrl,
      cost,
      receivedAt,
      title: reference === null ? automationName : `${automationName}: ${reference}`,
      durationMs,
    };
  }

  return { activity };
}
