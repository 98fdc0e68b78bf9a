import { automationOfCause } from '#domain/cause-id.ts';
import { failedOutcomes } from '#domain/failed-outcomes.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { createLookup } from './lookup.ts';
import { type DeliveryQuery, isOfFailures } from './query.ts';
import { mergedSource, sortedSetSource, type Source } from './source.ts';

/** The sources of a query's deliveries: by look-up where it has an exact text, else in the lists of the automations. */
export function createSources({ redis }: { redis: Redis }) {
  const lookup = createLookup({ redis });

  /** Deliveries that the whole text may name. */
  async function named(workspaceId: string, query: DeliveryQuery, text: string): Promise<Source> {
    const automationIds = await automationIdsOf(workspaceId, query);
    return mergedSource([
      await lookup.byId(workspaceId, text, query),
      await lookup.byEventId(workspaceId, text, { ...query, automationIds }),
      lookup.byReference(workspaceId, text, query),
    ]);
  }

  /** Deliveries that may pass the filters, `q` apart. */
  async function filtered(workspaceId: string, query: DeliveryQuery): Promise<Source> {
    const { eventId, reference, outcome, replayOf, causedBy, deliveryIds } = query;
    if (deliveryIds !== undefined) return await lookup.byIds(workspaceId, deliveryIds, query);
    if (replayOf !== undefined) return await lookup.byReplayOf(workspaceId, replayOf, query);
    if (causedBy !== undefined) return lookup.byCausedBy(workspaceId, causedBy, query);
    if (eventId === undefined && reference !== undefined)
      return lookup.byReference(workspaceId, reference, query);
    const automationIds = await automationIdsOf(workspaceId, query);
    if (eventId !== undefined)
      return await lookup.byEventId(workspaceId, eventId, { ...query, automationIds });
    const outcomes = outcome === undefined && isOfFailures(query) ? failedOutcomes : [outcome];
    const lists = automationIds.flatMap((id) =>
      outcomes.map((one) =>
        one === undefined ? keys.activity(workspaceId, id) : keys.activityWith(workspaceId, id, one),
      ),
    );
    return mergedSource(lists.map((key) => sortedSetSource(redis, key, query)));
  }

  async function automationIdsOf(
    workspaceId: string,
    { causeId, automationId = causeId && automationOfCause(causeId) }: DeliveryQuery,
  ): Promise<readonly string[]> {
    if (automationId !== undefined) return [automationId];
    const lists = [keys.automations(workspaceId), keys.deletedAutomations(workspaceId)];
    const found = await Promise.all(lists.map((key) => redis.zRange(key, 0, -1)));
    return [...new Set(found.flat())];
  }

  return { named, filtered };
}
