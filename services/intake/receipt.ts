import type { EventIdSource } from '#contracts/event.ts';
import type { StorageLimit } from '#domain/storage-limits.ts';
import type { DoorReason, OwnerDoorReason } from '#domain/skipped-at-door.ts';
import type { Arrival } from '#store/admission/admissions.ts';

interface Taken {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventIdSource: EventIdSource;
  /** The place of the id that the owner of the automation chose; null if it came from elsewhere. */
  readonly eventIdFrom: string | null;
  /** When the first delivery of the event arrived, in epoch milliseconds; null where that is no longer known. */
  readonly firstReceivedAt: number | null;
}

/** The result of a delivery; each member is one response of the hook. */
export type Receipt =
  /** 200: stored, and started or held; it cannot be lost. */
  | (Taken & { readonly status: 'accepted' })
  /** 200, with the id of the first delivery of the event. */
  | (Taken & { readonly status: 'duplicate' })
  /** 200: no run was started, and the event id is not recorded. */
  | { readonly status: 'skipped'; readonly reason: DoorReason }
  /** 429: the budget is used up, and there is no room to keep more of what comes. */
  | { readonly status: 'no-room' }
  /** 410 */
  | { readonly status: 'retired' }
  /** 503: the operator suspended the workspace. */
  | { readonly status: 'suspended' }
  /** 429: more than the `most` requests on this URL, or deliveries of the workspace, in a minute. */
  | { readonly status: 'flood' | 'rate'; readonly retryAfterMs: number; readonly most: number }
  /** 429: no room for more bytes in the workspace. */
  | { readonly status: 'storage'; readonly limit: StorageLimit }
  /** 429: as many as the workspace has slots are being processed. */
  | { readonly status: 'full'; readonly slots: number }
  /** 429: `hold`, `line`: as many are held as may be, or behind one reference; `wait`: as many of the automation wait as may. */
  | { readonly status: 'full'; readonly of: 'hold' | 'line' | 'wait' }
  /** 503: it is not certain that it was taken. Its records are withdrawn; a start that was given up may go on. */
  | { readonly status: 'unavailable'; readonly error: unknown };

export type OwnerReceipt =
  | Exclude<Receipt, { status: 'skipped' }>
  | { readonly status: 'skipped'; readonly reason: OwnerDoorReason };

/** The sender of the automation, or its condition, changed since the delivery was judged by it: nothing was counted or stored. */
export interface Stale {
  readonly status: 'stale';
}

export const accepted = (arrival: Arrival): Receipt =>
  taken('accepted', arrival, arrival.receivedAt.getTime());

export const duplicate = (arrival: Arrival, firstReceivedAt: number | null): Receipt =>
  taken('duplicate', arrival, firstReceivedAt);

function taken(
  status: 'accepted' | 'duplicate',
  { deliveryId, eventId, eventIdSource, eventIdFrom }: Arrival,
  firstReceivedAt: number | null,
): Receipt {
  return { status, deliveryId, eventId, eventIdSource, eventIdFrom, firstReceivedAt };
}
