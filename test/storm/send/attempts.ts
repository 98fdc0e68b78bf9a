import type { PlannedDelivery } from '../plan/delivery.ts';

/** How one attempt ended for its sender. */
export type AttemptResult =
  | {
      readonly kind: 'taken';
      readonly status: 'accepted' | 'duplicate';
      readonly deliveryId: string;
      readonly eventId: string;
      readonly eventIdSource: string;
    }
  /** An answer that no sender should get is a refusal too; its status tells. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  /** A lost connection, or no answer in time. */
  | { readonly kind: 'nothing' }
  /** It hung up itself. */
  | { readonly kind: 'hung-up' };

export interface Attempt {
  readonly delivery: number;
  /** 1 for the second of two senders of the same delivery. */
  readonly sender: 0 | 1;
  /** Milliseconds, by the clock of `performance`. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly result: AttemptResult;
}

/** All attempts so far, and how many deliveries are begun and settled. */
export function createAttemptLog() {
  const attempts: Attempt[] = [];
  const begun = new Set<number>();
  let settled = 0;
  let taken = 0;
  return {
    attempts,
    add: (attempt: Attempt) => {
      attempts.push(attempt);
      if (attempt.result.kind === 'taken') taken += 1;
    },
    begin: ({ number }: PlannedDelivery) => begun.add(number),
    settle: () => (settled += 1),
    begun: () => begun.size,
    /** Deliveries whose senders are done, one way or the other. */
    settled: () => settled,
    /** Deliveries that are being sent at this moment. */
    open: () => begun.size - settled,
    taken: () => taken,
  };
}

export type AttemptLog = ReturnType<typeof createAttemptLog>;
