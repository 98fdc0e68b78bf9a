import { DomainError } from '#domain/domain-error.ts';
import { foldHeaderName, headerNamePattern, isFramingHeader } from '#domain/header-names.ts';

export const pairMessage = 'Header name and value need to be filled in together';
const valueBytesMax = 8192;
const printable = /^[\x20-\x7e\t]*$/;

/** As an owner enters it; absent, null and blank all mean empty, but an absent value may stand for a stored one. */
interface HeaderInput {
  readonly headerName?: string | null | undefined;
  readonly headerValue?: string | null | undefined;
}

/**
 * The header of a policy before the change: `canKeepValue` is false if the domain changes and the value must be entered
 * again.
 */
interface StoredHeader {
  readonly headerName: string | null;
  readonly canKeepValue: boolean;
}

/** `headerValue` undefined: the stored one stays. */
export interface HeaderPair {
  readonly headerName: string | null;
  readonly headerValue: string | null | undefined;
}

/** Browsers and the content coding of a request: no API takes its key in one of these. */
function isUnfitForPolicy(name: string): boolean {
  const folded = foldHeaderName(name);
  const isUnfit = folded === 'accept-encoding' || folded === 'content-encoding' || folded.startsWith('sec-');
  return isUnfit || isFramingHeader(name);
}

const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

function invalid(field: 'headerName' | 'headerValue', message: string, hint: string): never {
  throw new DomainError('INVALID_REQUEST', message, { hint, field });
}

function checkName(name: string): void {
  if (!headerNamePattern.test(name)) {
    invalid(
      'headerName',
      'headerName is not a header name.',
      'Use letters, digits and hyphens, such as X-API-Key; at most 128.',
    );
  }
  if (isUnfitForPolicy(name)) {
    invalid(
      'headerName',
      `headerName must not be ${name}: the service sets that header itself.`,
      'Use the header that the API documents for its key, such as Authorization or X-API-Key.',
    );
  }
}

function checkValue(value: string): void {
  if (value.length > valueBytesMax) {
    invalid(
      'headerValue',
      `headerValue must not be longer than ${valueBytesMax} bytes.`,
      'Check what was pasted.',
    );
  }
  if (!printable.test(value)) {
    invalid(
      'headerValue',
      'headerValue must be one line of printable ASCII characters.',
      'A line break or a typographic character was pasted along; copy the value again.',
    );
  }
}

/**
 * The header pair of a policy after this input. Throws DomainError HEADER_PAIR_REQUIRED when only one of the two would be set,
 * INVALID_REQUEST when one cannot be sent. The value is never part of a message.
 */
export function resolveHeaderPair(input: HeaderInput, stored?: StoredHeader): HeaderPair {
  const headerName = input.headerName === undefined ? (stored?.headerName ?? null) : orNull(input.headerName);
  const isSameName = headerName?.toLowerCase() === stored?.headerName?.toLowerCase();
  if (stored?.headerName && input.headerValue === undefined) {
    if (headerName !== null && isSameName && stored.canKeepValue) {
      checkName(headerName);
      return { headerName, headerValue: undefined };
    }
    throw new DomainError('HEADER_PAIR_REQUIRED', pairMessage, {
      field: 'headerValue',
      hint: 'The value is bound to its domain and header name: enter it again, or empty both.',
    });
  }
  const headerValue = orNull(input.headerValue);
  if ((headerName === null) !== (headerValue === null)) {
    throw new DomainError('HEADER_PAIR_REQUIRED', pairMessage, {
      field: headerName === null ? 'headerName' : 'headerValue',
    });
  }
  if (headerName !== null) checkName(headerName);
  if (headerValue !== null) checkValue(headerValue);
  return { headerName, headerValue };
}
