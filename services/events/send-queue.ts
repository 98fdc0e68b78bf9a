import type { EventTargetRef } from '#contracts/events.ts';
import type { SentEvents } from '#store/event/sent-events.ts';
import type { EventSender } from './send-event.ts';

const [together, batch] = [8, 64] as const;

/** Sends what is due at a target. */
export function createEventQueue({
  sentEvents,
  eventSender,
}: {
  readonly sentEvents: Pick<SentEvents, 'due' | 'waitMs'>;
  readonly eventSender: EventSender;
}) {
  /** Tries some of the events that are due, several at a time. Says how long until the next one is due; null where none waits. */
  async function sendDue(target: EventTargetRef, signal: AbortSignal): Promise<number | null> {
    const due = (await sentEvents.due(target, batch)).values();
    const work = Array.from({ length: together }, async () => {
      for (const eventId of due) {
        if (signal.aborted) return;
        await eventSender.send(target, eventId, signal);
      }
    });
    const ends = await Promise.allSettled(work);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return await sentEvents.waitMs(target);
  }

  return { sendDue };
}
