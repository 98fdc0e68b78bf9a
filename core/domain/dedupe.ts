import type { EventIdSource } from '#contracts/event.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Received {
  readonly eventIdSource: EventIdSource;
  /** The place of the id that the owner chose: a JSON pointer, or the name of a header. */
  readonly eventIdFrom: string | null;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** The place of the event id in a delivery: the name of a header or a JSON pointer; null if it was not in one place. */
export function placeOfEventId({ eventIdSource, eventIdFrom }: Omit<Received, 'receivedAt'>): string | null {
  switch (eventIdSource) {
    case 'custom':
      return eventIdFrom;
    case 'header':
      return 'X-Service-Event-Id';
    case 'event_id':
    case 'idempotency_key':
      return `/${eventIdSource}`;
    case 'sender':
    case 'payload':
    case 'delivery':
      return null;
  }
}

/**
 * Until when a repeat of an event is known as one, in epoch milliseconds: as long as the record of its first delivery is
 * kept. A digest of the payload counts within a UTC day, and of a delivery that is an event of its own none is known.
 */
export function knownUntil(
  { eventIdSource, receivedAt }: Pick<Received, 'eventIdSource' | 'receivedAt'>,
  retentionDays: number,
): number {
  if (eventIdSource === 'delivery') return receivedAt;
  return eventIdSource === 'payload'
    ? (Math.floor(receivedAt / dayMs) + 1) * dayMs
    : receivedAt + retentionDays * dayMs;
}
