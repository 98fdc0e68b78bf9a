import type { ErrorCode } from '#contracts/errors.ts';

interface RefusalDetails {
  /** Replaces the catalogue's next step where a better one is known. */
  readonly hint?: string;
  /** The member of the request that is wrong, such as `retry.tries`. */
  readonly field?: string;
  /** Seconds, for the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** Further members of the answer, for programs. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A refusal that the caller should read: a code of the catalogue and a public sentence. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly field: string | null;
  readonly retryAfterSeconds: number | undefined;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.hint = details.hint;
    this.field = details.field ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.members = details.members ?? {};
  }
}

/** A refusal of one member of a request, which its sentence begins with. */
export const invalidField = (field: string, message: string, details: { readonly hint?: string } = {}) =>
  new DomainError('INVALID_REQUEST', `${field}: ${message}`, { ...details, field });
