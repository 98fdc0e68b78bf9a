import type { AgentScope, LeavingRequest, PolicyRecord } from '#contracts/policy.ts';
import type { BoundedRequest } from '#contracts/policy-bounds.ts';
import { addressInHost } from '#domain/host.ts';
import { policyKindOf } from '#domain/policy-kind.ts';
import { judgeBounds } from './judge-bounds.ts';
import { neededApproval } from './needed-approval.ts';

interface PolicyLookup {
  /** The policies whose domain is one of `domains`, in no special order. */
  readonly findByDomains: (scope: AgentScope, domains: readonly string[]) => Promise<readonly PolicyRecord[]>;
}

/** Finds the policies of an agent that cover a host or an address, and those whose headers are attached: read from the records each time. */
export function createPolicyMatcher({ records }: { readonly records: PolicyLookup }) {
  async function match(scope: AgentScope, host: string, request?: BoundedRequest) {
    const candidates = await records.findByDomains(scope, domainsCovering(host));
    const matching = matchingPolicies(host, candidates);
    const judged = judgeBounds(matching, request);
    return {
      matching,
      ...judged,
      attaching: attachingPolicies(judged.covering),
      neededApproval: (request: LeavingRequest) => neededApproval(matching, request),
    };
  }
  return { match };
}

/**
 * Every name that a policy for this canonical host or address can have, closest first: the host itself, then the
 * wildcards over its parents; the address itself, then its domain. So a look-up reads a handful of entries, however many policies there are.
 */
export function domainsCovering(host: string): readonly string[] {
  if (addressInHost(host) !== undefined) return [host];
  if (policyKindOf(host) === 'mail') return [host, host.slice(host.lastIndexOf('@'))];
  const labels = host.split('.');
  return [host, ...labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`)];
}

/** The policies that cover `host`, closest first: exact before wildcard, the longer wildcard before the shorter. */
export function matchingPolicies(host: string, candidates: readonly PolicyRecord[]): readonly PolicyRecord[] {
  const ranks = new Map(domainsCovering(host).map((domain, rank) => [domain, rank]));
  const rank = ({ domain }: PolicyRecord) => ranks.get(domain) ?? Infinity;
  return candidates
    .filter((policy) => ranks.has(policy.domain))
    .toSorted((a, b) => rank(a) - rank(b) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** The policies whose header goes out, given all that cover a request, closest first: for one header name the closest wins. */
export function attachingPolicies<P extends PolicyRecord>(matching: readonly P[]): readonly P[] {
  const winners = new Map<string, P>();
  for (const policy of matching) {
    const name = policy.headerName?.toLowerCase();
    if (name !== undefined && !winners.has(name)) winners.set(name, policy);
  }
  return [...winners.values()];
}
