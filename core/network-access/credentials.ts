import type { PolicyChange, PolicyRecord } from '#contracts/policy.ts';
import type { CredentialDraft } from '#contracts/policy-bounds.ts';
import { DomainError } from '#domain/domain-error.ts';
import { pairMessage, resolveHeaderPair } from './header-pair.ts';

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
  const drafts = given.map(({ pathPrefix, ...pair }): CredentialDraft => {
    const kept = stored.find((one) => one.pathPrefix === pathPrefix);
    const before = kept && { headerName: kept.headerName, canKeepValue: canKeepValues };
    const { headerName, headerValue } = resolveHeaderPair(pair, before);
    if (headerName === null || headerValue === null)
      throw new DomainError('HEADER_PAIR_REQUIRED', pairMessage, { field: 'credentials' });
    return { pathPrefix, headerName, headerValue };
  });
  if (new Set(drafts.map(({ pathPrefix }) => pathPrefix)).size < drafts.length)
    throw new DomainError('INVALID_REQUEST', 'credentials must have each pathPrefix once.', {
      field: 'credentials',
    });
  return drafts.length === 0 ? undefined : drafts;
}
