import { isSecretHeader } from '#domain/delivery-headers.ts';
import { invalidField } from '#domain/domain-error.ts';

/** Throws INVALID_REQUEST for a header that may hold a credential: event ids are shown. */
export function assertEventIdFrom(eventIdFrom: string | null | undefined): void {
  if (typeof eventIdFrom === 'string' && !eventIdFrom.startsWith('/') && isSecretHeader(eventIdFrom))
    throw invalidField('eventIdFrom', 'names a header that may hold a credential', {
      hint: 'Event ids are shown in answers and records: name another header, or a member of the body such as /id.',
    });
}
