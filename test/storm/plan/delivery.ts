import { createCipheriv, createHash } from 'node:crypto';

import type { Random } from '#test/support/random.ts';
import type { TargetKind } from './target-kinds.ts';

/**
 * The place in which a sender puts the id of its event; `both`: a header and another id in the body, which does not count.
 */
const idPlaces = ['header', 'event_id', 'idempotency_key', 'both', 'none'] as const;

export interface PlannedDelivery {
  readonly number: number;
  readonly workspace: number;
  readonly target: TargetKind;
  /** The number of the first delivery with this event: another one where the event is repeated. */
  readonly event: number;
  readonly idIn: (typeof idPlaces)[number];
  /** The id that counts; null where the payload is the event. */
  readonly eventId: string | null;
  /** The name by which the target knows it: its own, or that of the event if the payload is the event. */
  readonly order: string;
  /** Its body has 900 kB. */
  readonly isLarge: boolean;
  /** Two senders bring it at the same moment. */
  readonly isTwice: boolean;
  /** The sender hangs up first: in the middle of the body, or before the answer. */
  readonly cutOff: { readonly at: 'half-way' | 'whole'; readonly isSentAgain: boolean } | null;
  /** The sender takes the first refusal for an answer. */
  readonly givesUp: boolean;
}

const shares = { repeated: 0.06, twice: 0.12, cutOff: 0.08, sentAgain: 0.5, givesUp: 0.05 } as const;

interface Place {
  readonly seed: number;
  readonly number: number;
  readonly workspaces: number;
  readonly targets: readonly TargetKind[];
  readonly largeBodies: number;
  /** The first deliveries of the events so far of an automation. */
  readonly eventsOf: (workspace: number, target: TargetKind) => readonly PlannedDelivery[];
}

export function planDelivery(
  random: Random,
  { seed, number, workspaces, targets, largeBodies, eventsOf }: Place,
): PlannedDelivery {
  const workspace = random.int(0, workspaces - 1);
  const target = random.pick(targets);
  const fate = {
    isTwice: random.chance(shares.twice),
    cutOff: random.chance(shares.cutOff)
      ? { at: random.pick(['half-way', 'whole'] as const), isSentAgain: random.chance(shares.sentAgain) }
      : null,
    givesUp: random.chance(shares.givesUp),
  };
  const order = `s${seed}-${number}`;
  const common = { number, workspace, target, ...fate };
  const events = eventsOf(workspace, target);
  if (events.length > 0 && random.chance(shares.repeated)) {
    const { event, idIn, eventId, isLarge, order: first } = random.pick(events.slice(-5));
    return { ...common, event, idIn, eventId, isLarge, order: idIn === 'none' ? first : order };
  }
  const idIn = random.pick(idPlaces);
  // The same ids in every automation: they belong to one, and never meet.
  const eventId = idIn === 'none' ? null : `evt-${events.length}`;
  // Spread evenly without a draw, so that a plan is the same with and without it.
  const isLarge = (number * 37) % 100 < largeBodies * 100;
  return { ...common, event: number, isLarge, idIn, eventId, order };
}

/** Header and body of the request. */
export function requestOf({ idIn, eventId, order, number, isLarge }: PlannedDelivery) {
  const header = idIn === 'header' || idIn === 'both' ? { 'x-service-event-id': eventId! } : {};
  const member =
    idIn === 'both'
      ? { event_id: `not-${number}` }
      : idIn === 'event_id' || idIn === 'idempotency_key'
        ? { [idIn]: eventId }
        : {};
  return {
    headers: { 'content-type': 'application/json', ...header },
    body: JSON.stringify({ order, status: 'open', ...member, ...(isLarge && { note: noise(order) }) }),
  };
}

/** 900 kB that do not shrink, the same for a name each time. */
function noise(name: string): string {
  const key = createHash('md5').update(name).digest();
  const cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16));
  return cipher.update(Buffer.alloc(675_000)).toString('base64');
}
