import ipaddr from 'ipaddr.js';
import type { Request } from 'koa';

/** How much of an IPv6 address tells one client from another: a household or a server gets at least a /64. */
const ipv6PrefixBits = 64;

/**
 * Who sends a request, as a name for counting: an IPv4 address or an IPv6 /64. `ips` are the entries of X-Forwarded-For
 * that proxies of ours wrote, the farthest first; Koa leaves out those before them, which anyone can make up.
 */
export function clientAddress({ ips, socket }: Pick<Request, 'ips' | 'socket'>): string {
  const clients = ips.map(clientName);
  // A proxy that sends no address leaves the nearest one that is known.
  const known = clients.slice(clients.lastIndexOf(null) + 1);
  return known[0] ?? clientName(socket.remoteAddress ?? '') ?? 'unknown';
}

/** The client in `192.0.2.1`, and also in `192.0.2.1:1234` and `[2001:db8::1]:1234`, as some proxies write it. */
function clientName(entry: string): string | null {
  const bare = entry
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const isAddress = ipaddr.IPv6.isValid(bare) || ipaddr.IPv4.isValidFourPartDecimal(bare);
  if (!isAddress) return null;
  const address = ipaddr.process(bare);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const prefix = new ipaddr.IPv6([...address.parts.slice(0, ipv6PrefixBits / 16), 0, 0, 0, 0]);
  return `${prefix.toString()}/${ipv6PrefixBits}`;
}
