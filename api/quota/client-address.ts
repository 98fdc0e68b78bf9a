import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';

import ipaddr from 'ipaddr.js';

/** How much of an IPv6 address tells one client from another: a household or a server gets at least a /64. */
const ipv6PrefixBits = 64;

/**
 * Who sends a request, as a name for counting: an IPv4 address or an IPv6 /64. Of X-Forwarded-For only the last
 * `trustedProxyHops` entries were written by proxies of ours; what stands before them anyone can make up.
 */
export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  let client = nameIn(request.socket.remoteAddress ?? '');
  if (trustedProxyHops === 0) return client ?? unknown;
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().flatMap((value) => value.split(','));
  for (let hop = 1; hop <= trustedProxyHops; hop += 1) {
    const before = nameIn(forwarded.at(-hop) ?? '');
    // A proxy that sends no address, or a chain shorter than configured, leaves the nearest one that is known.
    if (before === null) break;
    client = before;
  }
  return client ?? unknown;
}

const unknown = 'unknown';

/** The client in `192.0.2.1`, and also in `192.0.2.1:1234`, `[2001:db8::1]:1234` and `fe80::1%eth0`, as some write it. */
function nameIn(text: string): string | null {
  const trimmed = text.trim();
  // By far the most frequent spelling, on the way of every request.
  if (isIPv4(trimmed)) return trimmed;
  const bare = trimmed
    .replace(/^"(.*)"$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  const isAddress = ipaddr.IPv6.isValid(bare) || ipaddr.IPv4.isValidFourPartDecimal(bare);
  return isAddress ? nameOf(ipaddr.process(bare)) : null;
}

function nameOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const prefix = new ipaddr.IPv6([...address.parts.slice(0, ipv6PrefixBits / 16), 0, 0, 0, 0]);
  return `${prefix.toString()}/${ipv6PrefixBits}`;
}
