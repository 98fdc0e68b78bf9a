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
  const nearest = request.socket.remoteAddress ?? '';
  // The usual case, on the way of every request: nobody else is believed, and the socket writes IPv4 as we do.
  if (trustedProxyHops === 0 && isIPv4(nearest)) return nearest;
  const forwarded = [request.headers['x-forwarded-for'] ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map(addressIn);
  let client = addressIn(nearest);
  for (let hop = 1; hop <= trustedProxyHops; hop += 1) {
    const before = forwarded.at(-hop);
    // A proxy that sends no address, or a chain shorter than configured, leaves the nearest one that is known.
    if (before === undefined || before === null) break;
    client = before;
  }
  return client === null ? 'unknown' : nameOf(client);
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Also `192.0.2.1:1234`, `[2001:db8::1]:1234` and `fe80::1%eth0`, as some proxies and sockets write them. */
function addressIn(text: string): Address | null {
  const bare = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return ipaddr.IPv6.isValid(bare) || ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.process(bare) : null;
}

function nameOf(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const prefix = new ipaddr.IPv6([...address.parts.slice(0, ipv6PrefixBits / 16), 0, 0, 0, 0]);
  return `${prefix.toString()}/${ipv6PrefixBits}`;
}
