import { isIPv4 } from 'node:net';

import ipaddr from 'ipaddr.js';
import type { Request } from 'koa';

/** Clients are distinguished by this prefix: a household or a server gets at least a /64. */
const ipv6PrefixBits = 64;

/**
 * The quota key of a client: an IPv4 address or an IPv6 /64. `ips` are the X-Forwarded-For entries that trusted proxies
 * wrote, farthest first; Koa drops the entries before them, which anyone can forge.
 */
export function clientAddress({ ips, socket }: Pick<Request, 'ips' | 'socket'>): string {
  const clients = ips.map(clientName);
  // If a proxy reports no valid address, the nearest known one after it is used.
  const known = clients.slice(clients.lastIndexOf(null) + 1);
  return known[0] ?? clientName(socket.remoteAddress ?? '') ?? 'unknown';
}

/** Parses `192.0.2.1`, and `192.0.2.1:1234` or `[2001:db8::1]:1234`, as some proxies write it. */
function clientName(entry: string): string | null {
  if (isIPv4(entry)) return entry;
  const host = entry
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const isAddress = ipaddr.IPv6.isValid(host) || ipaddr.IPv4.isValidFourPartDecimal(host);
  if (!isAddress) return null;
  const address = ipaddr.process(host);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const prefix = new ipaddr.IPv6([...address.parts.slice(0, ipv6PrefixBits / 16), 0, 0, 0, 0]);
  return `${prefix.toString()}/${ipv6PrefixBits}`;
}
