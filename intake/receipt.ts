import type { EventIdSource } from '../contracts/delivery.ts';
import type { StorageLimit } from '../domain/storage-limits.ts';
import type { Arrival } from '../store/admissions.ts';

/** The result of a delivery; each member is one response of the hook. */
export type Receipt =
  /** 200: stored and started; it cannot be lost. */
  | {
      readonly status: 'accepted';
      readonly deliveryId: string;
      readonly eventId: string;
      readonly eventIdSource: EventIdSource;
    }
  /** 200, with the id of the first delivery of the event. */
  | {
      readonly status: 'duplicate';
      readonly deliveryId: string;
      readonly eventId: string;
      readonly eventIdSource: EventIdSource;
    }
  /** 200: no run was started, and the event id is not recorded. */
  | { readonly status: 'skipped'; readonly reason: 'paused' }
  /** 410 */
  | { readonly status: 'retired' }
  /** 503: the operator suspended the workspace. */
  | { readonly status: 'suspended' }
  /** 429: too many requests on this URL, or too many deliveries in the minute of the workspace. */
  | { readonly status: 'flood' | 'rate'; readonly retryAfterMs: number }
  /** 429: no room for more bytes in the workspace. */
  | { readonly status: 'storage'; readonly limit: StorageLimit }
  /** 429: eight are being processed. */
  | { readonly status: 'full' }
  /** 503: it is not certain that it was taken. What was written of it is withdrawn; a start that was given up may go on. */
  | { readonly status: 'unavailable'; readonly error: unknown };

/** The sender of the automation changed since the delivery was judged by it: nothing was counted or stored. */
export interface Stale {
  readonly status: 'stale';
}

export function receiptOf(
  status: 'accepted' | 'duplicate',
  { deliveryId, eventId, eventIdSource }: Arrival,
): Receipt {
  return { status, deliveryId, eventId, eventIdSource };
}
