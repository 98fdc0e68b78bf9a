import type { PolicyChange, PolicyRecord } from '#contracts/policy.ts';
import type { CredentialDraft } from '#contracts/policy-bounds.ts';
import { DomainError } from '#domain/domain-error.ts';
import { type HeaderPair, pairMessage, resolveHeaderPair } from './header-pair.ts';

/** The credentials of a policy before the change: `canKeepValues` is false if the domain changes. */
interface StoredCredentials extends Pick<PolicyRecord, 'credentials'> {
  readonly canKeepValues: boolean;
}

/**
 * The headers by path after this input; absent ones stay. A value is kept for the same prefix, header name and domain. Throws
 * DomainError HEADER_PAIR_REQUIRED where one is missing, INVALID_REQUEST where a prefix is there twice.
 */
export function credentialsAfter(
  { credentials: input }: Pick<PolicyChange, 'credentials'>,
  { credentials: stored = [], canKeepValues }: StoredCredentials = { canKeepValues: false },
): readonly CredentialDraft[] | undefined {
  const given =
    input === undefined
      ? stored.map(({ pathPrefix, headerName }) => ({ pathPrefix, headerName }))
      : (input ?? []);
  const drafts = given.map(({ pathPrefix, ...pair }, index): CredentialDraft => {
    const kept = stored.find((one) => one.pathPrefix === pathPrefix);
    const before = kept && { headerName: kept.headerName, canKeepValue: canKeepValues };
    const { headerName, headerValue } = pairAt(`credentials[${index}]`, pair, before);
    if (headerName === null || headerValue === null)
      throw new DomainError('HEADER_PAIR_REQUIRED', pairMessage, { field: `credentials[${index}]` });
    return { pathPrefix, headerName, headerValue };
  });
  if (new Set(drafts.map(({ pathPrefix }) => pathPrefix)).size < drafts.length)
    throw new DomainError('INVALID_REQUEST', 'credentials must have each pathPrefix once.', {
      field: 'credentials',
    });
  return drafts.length === 0 ? undefined : drafts;
}

/** The pair, whose faults name their place in the list. */
function pairAt(place: string, ...given: Parameters<typeof resolveHeaderPair>): HeaderPair {
  try {
    return resolveHeaderPair(...given);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, hint, field } = error;
    throw new DomainError(code, message, { ...(hint !== undefined && { hint }), field: `${place}.${field}` });
  }
}
