import type { SecretMatch, StoredSecret } from '#contracts/secret.ts';
import { domainsCovering } from './match-policies.ts';

interface SecretLookup {
  /** The secrets of these names, as far as there are any, in no special order. */
  readonly find: (workspaceId: string, names: readonly string[]) => Promise<readonly StoredSecret[]>;
}

/** The secrets that a request may have at a host: read from the records each time. */
export function createSecretMatcher({ records }: { readonly records: SecretLookup }) {
  return async function match(
    workspaceId: string,
    host: string,
    names: readonly string[],
  ): Promise<SecretMatch> {
    const unique = [...new Set(names)];
    const secrets = unique.length === 0 ? [] : await records.find(workspaceId, unique);
    if (secrets.length < unique.length) return { ground: 'secret-unknown' };
    const covering = domainsCovering(host);
    const isForHost = secrets.every(({ domains }) => domains.some((domain) => covering.includes(domain)));
    return isForHost ? { ground: 'policy', secrets } : { ground: 'secret-host' };
  };
}
