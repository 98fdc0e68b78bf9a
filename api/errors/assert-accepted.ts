import { DomainError } from '#domain/domain-error.ts';
import { limits } from '#domain/limits.ts';
import type { StorageLimit } from '#domain/storage-limits.ts';
import type { Receipt } from '#intake/receipt.ts';

const busyRetrySeconds = 5;
/** A person has to resume the workspace. Longer waits make some senders give up. */
const suspendedRetrySeconds = 59;

/** The day has to end, or its owner to make room. */
const storageRetrySeconds = 59;

/** Whole seconds for Retry-After: at least 1, and below one minute, because some senders give up on longer waits. */
function retryAfterSeconds(waitMs: number): number {
  return Math.min(Math.max(Math.ceil(waitMs / 1000), 1), 59);
}

export const retiredHook = () => new DomainError('WEBHOOK_RETIRED', 'The automation of this URL was deleted');

const unavailable = (what: string, hint?: string) =>
  new DomainError('INTAKE_UNAVAILABLE', `The ${what} could not be stored`, {
    retryAfterSeconds: busyRetrySeconds,
    ...(hint !== undefined && { hint }),
  });

export const intakeUnavailable = () => unavailable('delivery');

export const messageUnavailable = () =>
  unavailable(
    'message',
    'Send it again after the seconds in Retry-After, under the same Idempotency-Key: it is answered once.',
  );

const storageSentences: Readonly<Record<StorageLimit, string>> = {
  total: 'The workspace stores as many bytes as it may',
  day: 'The workspace stored as many bytes today as it may in a day (UTC)',
};

export const storageExceeded = (limit: StorageLimit) =>
  new DomainError('STORAGE_EXCEEDED', storageSentences[limit], { retryAfterSeconds: storageRetrySeconds });

const fullSentences = {
  hold: 'The automation holds as many deliveries as it may',
  line: `${limits.lineMax} deliveries wait for a run of the same reference`,
  wait: `${limits.waitingRunsMax} deliveries of the automation wait for a target or a model`,
} as const;

const fullSentence = (full: Extract<Receipt, { status: 'full' }>): string =>
  'of' in full
    ? fullSentences[full.of]
    : `${full.slots} ${full.slots === 1 ? 'delivery' : 'deliveries'} of the workspace are being processed`;

/** More requests of a client were refused at a hook than are told why. */
export const refusedFlood = (retryAfterMs: number) =>
  new DomainError(
    'DELIVERY_RATE_EXCEEDED',
    `More than ${limits.refusedRequestsPerMinute} requests a minute of this address at this URL were refused or were handshakes`,
    { retryAfterSeconds: retryAfterSeconds(retryAfterMs) },
  );

export type Answered = Extract<Receipt, { status: 'accepted' | 'duplicate' | 'skipped' }>;

/** The codes that {@link assertAccepted} throws: an operation that calls it declares them. */
export const deliveryRefusals = [
  'WEBHOOK_RETIRED',
  'WEBHOOK_SUSPENDED',
  'DELIVERY_RATE_EXCEEDED',
  'CONCURRENCY_EXCEEDED',
  'STORAGE_EXCEEDED',
  'INTAKE_UNAVAILABLE',
] as const;

/** Throws the refusal of a delivery that was not taken. */
export function assertAccepted(receipt: Receipt): asserts receipt is Answered {
  switch (receipt.status) {
    case 'accepted':
    case 'duplicate':
    case 'skipped':
      return;
    case 'retired':
      throw retiredHook();
    case 'suspended':
      throw new DomainError('WEBHOOK_SUSPENDED', 'This URL takes no deliveries for now', {
        retryAfterSeconds: suspendedRetrySeconds,
      });
    case 'flood':
      throw new DomainError(
        'DELIVERY_RATE_EXCEEDED',
        `This URL gets more than ${receipt.most} requests a minute`,
        { retryAfterSeconds: retryAfterSeconds(receipt.retryAfterMs) },
      );
    case 'rate':
      throw new DomainError(
        'DELIVERY_RATE_EXCEEDED',
        `The workspace got more than ${receipt.most} deliveries in the last minute`,
        { retryAfterSeconds: retryAfterSeconds(receipt.retryAfterMs) },
      );
    case 'storage':
      throw storageExceeded(receipt.limit);
    case 'no-room':
      throw new DomainError(
        'STORAGE_EXCEEDED',
        'The budget is used up, and as many deliveries are kept as may be',
        { retryAfterSeconds: storageRetrySeconds },
      );
    case 'full':
      throw new DomainError('CONCURRENCY_EXCEEDED', fullSentence(receipt), {
        retryAfterSeconds: busyRetrySeconds,
      });
    case 'unavailable':
      throw intakeUnavailable();
  }
}
