import { createHash } from 'node:crypto';

import { keyOfGivenId } from '#domain/event-id.ts';
import { isId } from '#domain/ids.ts';
import { deliveryIdOf, workflowIdOf } from '#domain/run-id.ts';
import type { Redis } from '../connection/connect.ts';
import type { Position } from '../page.ts';
import { integer } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { listSource, mergedSource, type Period, type Source } from './source.ts';

/**
 * Finds deliveries by an exact text, however many are stored. An entry of the index is the kind of the text, the
 * beginning of its SHA-1, the moment of arrival, and the delivery id: in the order of their bytes, those of one text are
 * together, by age. `script-parts/index-delivery.lua` writes them.
 */
const kinds = { reference: 'r', event: 'e', cause: 'c' } as const;
const digestChars = 12;
const momentChars = 13;
const lastMoment = 10 ** momentChars - 1;

export function createLookup({ redis }: { redis: Redis }) {
  /** Deliveries that may have this reference. Two references may share an entry, so the record decides. */
  const byReference = (workspaceId: string, reference: string, period: Period): Source =>
    indexSource(keys.deliveryIndex(workspaceId), prefixOf(kinds.reference, reference), period);

  /**
   * Deliveries that may have this event id. The delivery of an event whose id its sender gave has a derived id, and no
   * entry: only its replays, what a paused automation skipped, and events that are known by their payload have one.
   */
  async function byEventId(
    workspaceId: string,
    eventId: string,
    { automationIds, ...period }: Period & { readonly automationIds: readonly string[] },
  ): Promise<Source> {
    const key = keyOfGivenId(eventId);
    const derived = automationIds.map((id) => deliveryIdOf(workflowIdOf(id, key)));
    const known = await Promise.all(derived.map((id) => positionOf(workspaceId, id)));
    const entries = indexSource(keys.deliveryIndex(workspaceId), prefixOf(kinds.event, eventId), period);
    return mergedSource([listSource(known.flat(), period), entries]);
  }

  /** The delivery of this id, where the text is one. */
  async function byId(workspaceId: string, text: string, period: Period): Promise<Source> {
    return listSource(isId('delivery', text) ? await positionOf(workspaceId, text) : [], period);
  }

  async function byIds(workspaceId: string, ids: readonly string[], period: Period): Promise<Source> {
    const found = await Promise.all(ids.map((id) => positionOf(workspaceId, id)));
    return listSource(found.flat(), period);
  }

  /** Possible replays of a delivery that is not gone entirely: its replays have its event id. */
  async function byReplayOf(workspaceId: string, deliveryId: string, period: Period): Promise<Source> {
    const eventId = await redis.hGet(keys.run(workspaceId, deliveryId), 'eventId');
    if (eventId === null) return listSource([], period);
    return await byEventId(workspaceId, eventId, { ...period, automationIds: [] });
  }

  const byCausedBy = (workspaceId: string, cause: string, period: Period): Source =>
    indexSource(keys.deliveryIndex(workspaceId), prefixOf(kinds.cause, cause), period);

  async function positionOf(workspaceId: string, id: string): Promise<readonly Position[]> {
    const stored = await redis.hGet(keys.run(workspaceId, id), 'receivedAt');
    return stored === null ? [] : [{ at: integer.safeDecode(stored).data ?? 0, id }];
  }

  const indexSource =
    (key: string, prefix: string, { fromMs = 0, toMs = lastMoment }: Period): Source =>
    async (last, count) => {
      const highest =
        last === null ? `(${prefix}${momentOf(toMs)}~` : `(${prefix}${momentOf(last.at)}${last.id}`;
      const entries = await redis.zRange(key, highest, `[${prefix}${momentOf(fromMs)}`, {
        BY: 'LEX',
        REV: true,
        LIMIT: { offset: 0, count },
      });
      return entries.map((entry) => positionIn(entry.slice(prefix.length)));
    };

  return { byReference, byEventId, byId, byIds, byReplayOf, byCausedBy };
}

const prefixOf = (kind: string, text: string) =>
  `${kind}${createHash('sha1').update(text).digest('hex').slice(0, digestChars)}`;

const momentOf = (atMs: number) =>
  String(Math.min(Math.max(Math.trunc(atMs), 0), lastMoment)).padStart(momentChars, '0');

const positionIn = (rest: string): Position => ({
  at: Number(rest.slice(0, momentChars)),
  id: rest.slice(momentChars),
});
