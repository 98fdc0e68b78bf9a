import type { z } from 'zod';

import { EventIdSource } from '#contracts/event.ts';
import type { ShapeChange } from '#domain/shape-sentence.ts';
import { shapeTypes } from '#domain/shape.ts';
import type { Redis } from '../connection/connect.ts';
import { dayOf } from '../counts/count-keys.ts';
import type { Hook } from '../automation/hooks.ts';
import { epochMs, integer, json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { Sightings } from '../records/report.ts';
import { countAbove, timesIn } from './answer-buckets.ts';

const dayMs = 24 * 60 * 60 * 1000;
const Stored = json(Sightings);

/** An event that was answered 429; `takenAt`: when it was taken all the same, null where it was not. Epoch milliseconds. */
export interface RefusedEvent {
  readonly deliveryId: string;
  readonly refusedAt: number;
  readonly takenAt: number | null;
}

export function createSenderFacts({
  redis,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly now?: () => number;
}) {
  /** Counts of the last days, today included. `withinMs`: how long the sender waits. */
  async function answerTimes({ workspaceId, automationId }: Hook, days: number, withinMs: number | null) {
    const names = Array.from({ length: days }, (_, index) => dayOf(now() - index * dayMs));
    const stored = await Promise.all(
      names.map((day) => redis.hGetAll(keys.answerTimes(workspaceId, automationId, day))),
    );
    const counts = new Map<string, number>();
    for (const [bucket, text] of stored.flatMap((one) => Object.entries(one)))
      counts.set(bucket, (counts.get(bucket) ?? 0) + (integer.safeDecode(text).data ?? 0));
    return { ...timesIn(counts), late: withinMs === null ? null : countAbove(counts, withinMs) };
  }

  /** Oldest first. */
  async function refusedEvents({ workspaceId, automationId }: Hook): Promise<readonly RefusedEvent[]> {
    const events = await redis.zRangeWithScores(keys.refusedEvents(workspaceId, automationId), 0, -1);
    return await Promise.all(events.map(async ({ value, score }) => takenOrNot(workspaceId, value, score)));
  }

  async function takenOrNot(
    workspaceId: string,
    deliveryId: string,
    refusedAt: number,
  ): Promise<RefusedEvent> {
    const [phase, at] = await redis.hmGet(keys.run(workspaceId, deliveryId), ['phase', 'receivedAt']);
    const takenAt = phase === 'confirmed' ? (epochMs.safeDecode(at ?? '').data ?? refusedAt) : null;
    return { deliveryId, refusedAt, takenAt };
  }

  /** The sources of the event ids of the newest deliveries. */
  async function eventIdSources({ workspaceId, automationId }: Hook, last: number) {
    const ids = await redis.zRange(keys.activity(workspaceId, automationId), 0, last - 1, { REV: true });
    const sources = await Promise.all(
      ids.map(async (id) => redis.hGet(keys.run(workspaceId, id), 'eventIdSource')),
    );
    return countsOf(sources);
  }

  /** The members that changed their type, the newest change first. */
  async function shapeChanges({ workspaceId, automationId }: Hook) {
    const stored = await redis.hGetAll(keys.shapes(workspaceId, automationId));
    return Object.entries(stored)
      .flatMap(([field, text]) => changesIn(field, Stored.safeDecode(text).data ?? {}))
      .toSorted((one, other) => other.since - one.since);
  }

  return { answerTimes, refusedEvents, eventIdSources, shapeChanges };
}

export type SenderFacts = ReturnType<typeof createSenderFacts>;

function countsOf(sources: readonly (string | null)[]): ReadonlyMap<z.infer<typeof EventIdSource>, number> {
  const counts = new Map<z.infer<typeof EventIdSource>, number>();
  for (const source of sources) {
    const known = EventIdSource.safeParse(source).data;
    if (known !== undefined) counts.set(known, (counts.get(known) ?? 0) + 1);
  }
  return counts;
}

interface FoundChange extends ShapeChange {
  /** Null where deliveries do not say what happened. */
  readonly eventName: string | null;
  readonly lastSeen: number;
}

function changesIn(field: string, sightings: Sightings): readonly FoundChange[] {
  const bar = field.indexOf('|');
  const [event, pointer] = [field.slice(0, bar), field.slice(bar + 1)];
  return shapeTypes.flatMap((is) => {
    const { was, first: since, last: lastSeen } = sightings[is] ?? {};
    if (was === undefined || since === undefined || lastSeen === undefined) return [];
    return [{ pointer, was, is, since, lastSeen, eventName: event === '' ? null : event }];
  });
}
