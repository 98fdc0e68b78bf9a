import { getPublicSuffix, parse } from 'tldts';

import { DomainError } from '#domain/domain-error.ts';
import { addressInHost, canonicalHost } from '#domain/host.ts';
import { hasControlSpaceOrBackslash, hasUserinfo } from '#domain/url-text.ts';

export interface PolicyDomain {
  /** The stored form: a canonical host, or `*.` and one. Parsing it again gives the same. */
  readonly domain: string;
  /** A wildcard over a suffix where anyone may own a subdomain, such as `*.github.io`. */
  readonly isShared: boolean;
}

const textCharsMax = 2048;

function refuse(reason: string): never {
  throw new DomainError('INVALID_DOMAIN', `domain ${reason}`, { field: 'domain' });
}

/** The host in what an owner pasted, still with `*.` in front where it had one. */
function pastedHost(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return hostOfUrl(text);
  if (/[@?#%]/.test(text)) refuse('must be a host name such as api.example.com, without @, ?, # or %.');
  const [authority = ''] = text.split('/', 1);
  return hostOfUrl(`https://${withoutPort(authority)}`);
}

function withoutPort(authority: string): string {
  const [, host = authority, port = ''] = /^(.*):(\d+)$/.exec(authority) ?? [];
  if (Number(port) > 65_535) refuse('has a port above 65535.');
  if (!/^\[.*\]$/.test(host) && host.includes(':')) {
    refuse('must be a host name, without a colon; an IPv6 address is written in brackets.');
  }
  return host;
}

function hostOfUrl(text: string): string {
  const url = URL.parse(text) ?? refuse('is not a host name.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    refuse('must be a host, or an http or https URL.');
  if (hasUserinfo(text)) refuse('must not contain a user name or password.');
  return url.hostname;
}

/** Whether a wildcard covers subdomains of different owners. Throws where it is too wide. */
function isSharedSuffix(base: string): boolean {
  if (!base.includes('.')) refuse(`*.${base} is too wide: name at least two parts after the *.`);
  const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false };
  // No one registers names at ssl.fastly.net, and everyone below a.ssl.fastly.net, which the wildcard covers too.
  const below = `a.${base}`;
  const covered = [base, below].find((name) => getPublicSuffix(name, options) === name);
  if (covered === undefined) return false;
  if (parse(covered, options).isPrivate) return true;
  return refuse(`*.${base} is too wide: anyone can register a name below ${base}.`);
}

/**
 * The stored form of what an owner entered: a host, a URL (whose host is taken), or `*.` before a host.
 * Throws DomainError INVALID_DOMAIN, and nothing else.
 */
export function parsePolicyDomain(input: unknown): PolicyDomain {
  if (typeof input !== 'string') return refuse('must be a string: a host such as api.example.com.');
  const text = input.trim();
  if (text === '') refuse('must not be empty.');
  if (text.length > textCharsMax) refuse(`must not be longer than ${textCharsMax} characters.`);
  if (hasControlSpaceOrBackslash(text)) refuse('must not contain spaces, control characters or backslashes.');
  const pasted = pastedHost(text);
  const isWildcard = pasted.startsWith('*.');
  const name = isWildcard ? pasted.slice(2) : pasted;
  if (name.includes('*')) refuse('may have a * only as the first part, as in *.example.com.');
  const host = canonicalHost(name) ?? refuse('is not a host name.');
  if (!isWildcard) return { domain: host, isShared: false };
  if (addressInHost(host) !== undefined) refuse('cannot be a wildcard over an address.');
  return { domain: `*.${host}`, isShared: isSharedSuffix(host) };
}
