import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';

const label = /^[a-z0-9_-]{1,63}$/;

/** The address in a canonical host, without the brackets of IPv6; undefined for a name. */
export function addressInHost(host: string): string | undefined {
  if (host.startsWith('[')) return isIP(host.slice(1, -1)) === 6 ? host.slice(1, -1) : undefined;
  // Most hosts are names, and no name ends in a number: the URL parser takes such a host for an IPv4 address.
  return /\d$/.test(host) && isIP(host) === 4 ? host : undefined;
}

/** An A-label stands for the one Unicode label that it decodes to; the URL parser lets others through as they are. */
const isALabel = (part: string): boolean => !part.startsWith('xn--') || domainToUnicode(part) !== part;

/**
 * The one spelling of a host that every later step compares, dials and shows: lower case, A-labels, one root dot off,
 * addresses as the URL parser writes them. Takes `hostname` of a parsed URL; undefined when it is no host, for the
 * parser lets through characters and empty labels that no host has.
 */
export function canonicalHost(hostname: string): string | undefined {
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  if (addressInHost(host) !== undefined) return host;
  if (host.length > 253) return undefined;
  return host.split('.').every((part) => label.test(part) && isALabel(part)) ? host : undefined;
}
