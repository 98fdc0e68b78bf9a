import type { WaitlistAnswer, WaitlistRequest } from '#contracts/waitlist.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Addition, WaitlistBackend } from './backend.ts';
import { parseEmailAddress } from '#domain/email-address.ts';

export interface WaitlistSheet {
  readonly title: string;
  /** Takes no more addresses. */
  readonly isClosed: boolean;
}

interface WaitlistDeps {
  readonly backend: WaitlistBackend;
  /** The first is the default. */
  readonly sheets: readonly WaitlistSheet[];
  readonly isAllowedDomain: (domain: string) => boolean;
  /** Receives the reason, which the caller of `join` does not see. */
  readonly onUnavailable: (reason: string) => void;
  readonly now: () => Date;
}

export type Waitlist = ReturnType<typeof createWaitlist>;

/** The waitlist. `join` is idempotent per address and throws DomainError to refuse. */
export function createWaitlist({ backend, sheets, isAllowedDomain, onUnavailable, now }: WaitlistDeps) {
  async function join({ email, sheetName }: WaitlistRequest): Promise<WaitlistAnswer> {
    const address = parseEmailAddress(email);
    if (!address)
      throw new DomainError('INVALID_EMAIL', 'email must be one address of at most 254 characters.', {
        field: 'email',
      });
    const sheet = sheetName === undefined ? sheets[0] : sheets.find(({ title }) => title === sheetName);
    if (!sheet) throw unknownSheet();
    if (sheet.isClosed) throw closedSheet();
    if (!isAllowedDomain(address.domain)) {
      throw new DomainError('EMAIL_NOT_ALLOWED', 'Addresses of this email domain cannot join the waitlist.', {
        field: 'email',
      });
    }
    const row = { email: address.address, joinedAt: now().toISOString(), identity: address.identity };
    return answer(await backend.add(sheet.title, row).catch(unavailable));
  }

  function answer(addition: Addition): WaitlistAnswer {
    switch (addition.status) {
      case 'added':
      case 'present':
        return { success: true, message: 'You are on the waitlist.', updatedRange: addition.updatedRange };
      case 'closed':
        throw closedSheet();
      case 'missing':
        throw unknownSheet();
      case 'unavailable':
        onUnavailable(addition.reason);
        throw new DomainError('WAITLIST_UNAVAILABLE', 'The waitlist cannot be reached at the moment.', {
          hint: 'Try again later; sending the same address twice is safe.',
        });
    }
  }

  return { join };
}

/** Treats an error thrown by a back end (such as a lost Redis connection) as `unavailable`. */
function unavailable(error: unknown): Addition {
  return { status: 'unavailable', reason: error instanceof Error ? error.message : String(error) };
}

function unknownSheet(): DomainError {
  return new DomainError('SHEET_NOT_FOUND', 'There is no waitlist with this sheetName.', {
    field: 'sheetName',
  });
}

function closedSheet(): DomainError {
  return new DomainError('SHEET_CLOSED', 'This waitlist takes no more addresses.');
}
