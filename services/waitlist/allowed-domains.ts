import { domainToASCII } from 'node:url';
import disposable from 'disposable-email-domains-js';

/**
 * Whether addresses of a domain may join: neither the domain nor a parent of it is on the list of disposable domains or
 * blocked by the operator.
 */
export function createAllowedDomains(blocked: readonly string[] = []): (domain: string) => boolean {
  const refused = disposable.disposableEmailBlocklistSet();
  const blockedHere = new Set(blocked.map((domain) => domainToASCII(domain.replace(/^[@.]+/, '').trim())));
  return (domain) => !withParents(domain).some((name) => refused.has(name) || blockedHere.has(name));
}

function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
