import { DomainError } from '#domain/domain-error.ts';
import { parsePolicyDomain } from './policy-domain.ts';

const domainsMax = 20;

/**
 * The hosts that a secret may be sent to, in the form of policies, each once. Throws DomainError INVALID_DOMAIN, also where
 * there is none, or one that is shared by many owners.
 */
export function secretDomains(given: readonly unknown[]): readonly string[] {
  const details = {
    field: 'domains',
    hint: 'Name the hosts that the secret is for, such as hooks.slack.com.',
  };
  if (given.length === 0) throw new DomainError('INVALID_DOMAIN', 'domains must not be empty.', details);
  if (given.length > domainsMax) {
    throw new DomainError('INVALID_DOMAIN', `domains must not be more than ${domainsMax}.`, details);
  }
  return [...new Set(given.map(ownedDomain))].toSorted();
}

function ownedDomain(given: unknown): string {
  const { domain, isShared } = parsePolicyDomain(given);
  if (!isShared) return domain;
  throw new DomainError(
    'INVALID_DOMAIN',
    `domain ${domain} is shared by many owners: no secret may be sent there.`,
    { field: 'domains', hint: 'Name the one subdomain that the secret is for.' },
  );
}
