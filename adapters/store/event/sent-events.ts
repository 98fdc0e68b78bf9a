import type { z } from 'zod';

import type { EventAttempt, EventTry } from '#contracts/event-target.ts';
import type { EventTargetRef } from '#contracts/events.ts';
import { newId } from '#domain/ids.ts';
import type { Redis } from '../connection/connect.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';
import { eventRecords } from '../records/event.ts';
import { fieldsOf, hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { isoOrNull } from '../run/view.ts';
import { script } from '../script.ts';

const { fields } = eventRecords.sentEvent;
export type SentEvent = Readonly<z.output<typeof fields>>;
const noteTryScript = script('note-try');
const againScript = script('send-again');

const triesMax = 20;

/** The result of a try. `waitMs`: until the next one; null where it is over. */
export interface TriedEvent {
  readonly tried: EventTry;
  readonly isDelivered: boolean;
  readonly waitMs: number | null;
}

/** The events of targets, and what became of them. */
export function createSentEvents({
  redis,
  now = Date.now,
}: {
  readonly redis: Redis;
  readonly now?: () => number;
}) {
  /** Null once its target is gone, or it fell out of the log. */
  async function find({ workspaceId, targetId }: EventTargetRef, id: string): Promise<SentEvent | null> {
    return fields.safeParse(await redis.hGetAll(keys.sentEvent(workspaceId, targetId, id))).data ?? null;
  }

  async function findView(target: EventTargetRef, id: string): Promise<EventAttempt | null> {
    const event = await find(target, id);
    return event === null ? null : viewOf(event);
  }

  /** Newest first. */
  async function list(target: EventTargetRef, query: PageQuery): Promise<Page<EventAttempt>> {
    const log = keys.eventLog(target.workspaceId, target.targetId);
    const { items, nextCursor } = await pageOfIds(redis, log, query);
    const events = await Promise.all(items.map((id) => findView(target, id)));
    return { items: events.filter((event) => event !== null), nextCursor };
  }

  /** Notes a try; one of an event that is over already changes nothing. */
  async function noteTry(target: EventTargetRef, event: SentEvent, given: TriedEvent): Promise<void> {
    const { workspaceId, targetId } = target;
    const [at, { isDelivered, waitMs, tried }] = [now(), given];
    const isOver = isDelivered || waitMs === null;
    const state = isDelivered ? 'delivered' : isOver ? 'failed' : 'sending';
    const times = isOver ? { finishedAt: at } : { nextTryAt: at + waitMs };
    const tries = [...event.tries, tried].slice(-triesMax);
    await noteTryScript(
      redis,
      [keys.sentEvent(workspaceId, targetId, event.id), keys.eventQueue(workspaceId, targetId)],
      [event.id, isOver ? '1' : String(at + waitMs), ...fieldsOf(fields, { state, tries, ...times })],
    );
  }

  /** Sends it again, or sooner. False where there is no such event. */
  async function sendAgain({ workspaceId, targetId }: EventTargetRef, id: string): Promise<boolean> {
    const at = now();
    const again = fieldsOf(fields, { state: 'sending', sendingSince: at, nextTryAt: at });
    const queued = await againScript(
      redis,
      [keys.sentEvent(workspaceId, targetId, id), keys.eventQueue(workspaceId, targetId)],
      [id, String(at), ...again],
    );
    return queued === 1;
  }

  return { find, findView, list, noteTry, sendAgain, ...createQueue({ redis, now }) };
}

export type SentEvents = ReturnType<typeof createSentEvents>;

/** Events that are to be sent. */
function createQueue({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  /** Those that are due, the longest first. */
  async function due(
    { workspaceId, targetId }: EventTargetRef,
    count: number,
    dueMs = now(),
  ): Promise<readonly string[]> {
    const page = { LIMIT: { offset: 0, count } };
    return await redis.zRangeByScore(keys.eventQueue(workspaceId, targetId), '-inf', dueMs, page);
  }

  /** How long until the first is due; 0 where one is, null where none waits. */
  async function waitMs({ workspaceId, targetId }: EventTargetRef): Promise<number | null> {
    const [first] = await redis.zRangeWithScores(keys.eventQueue(workspaceId, targetId), 0, 0);
    return first === undefined ? null : Math.max(0, first.score - now());
  }

  /** Takes one off that cannot be sent any more. */
  async function drop({ workspaceId, targetId }: EventTargetRef, id: string): Promise<void> {
    await redis.zRem(keys.eventQueue(workspaceId, targetId), id);
  }

  /** Targets at which an event is overdue by so much. */
  async function overdue(workspaceId: string, overdueMs: number): Promise<readonly string[]> {
    const ids = await redis.zRange(keys.eventTargets(workspaceId), 0, -1);
    const found = await Promise.all(
      ids.map(async (targetId) => {
        const late = await due({ workspaceId, targetId }, 1, now() - overdueMs);
        return late.length > 0 ? [targetId] : [];
      }),
    );
    return found.flat();
  }

  /** Begins a test, which is tried once by who begins it; the queue has it where that is cut off. */
  async function beginTest({ workspaceId, targetId }: EventTargetRef): Promise<SentEvent> {
    const [id, at] = [newId('event'), now()];
    const sequence = await redis.incr(keys.eventSequence(workspaceId));
    const times = { at, sendingSince: at, nextTryAt: at };
    const record = { id, type: 'event.test', sequence, state: 'sending', ...times } as const;
    await redis
      .multi()
      .hSet(keys.sentEvent(workspaceId, targetId, id), hashOf(fields, record))
      .zAdd(keys.eventLog(workspaceId, targetId), { score: sequence, value: id })
      .zAdd(keys.eventQueue(workspaceId, targetId), { score: at + testMs, value: id })
      .exec();
    return fields.parse(hashOf(fields, record));
  }

  return { due, waitMs, drop, overdue, beginTest };
}

/** Longer than a try may take. */
const testMs = 60_000;

function viewOf({ at, nextTryAt, finishedAt, ...event }: SentEvent): EventAttempt {
  const { id, type, sequence, automationId, deliveryId, state, tries } = event;
  return {
    id,
    type,
    sequence,
    at: new Date(at).toISOString(),
    automationId,
    deliveryId,
    state,
    tries,
    nextTryAt: isoOrNull(nextTryAt),
    finishedAt: isoOrNull(finishedAt),
  };
}
