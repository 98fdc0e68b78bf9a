import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import Koa from 'koa';
import { describe, expect, it } from 'vitest';

import { clientAddress } from '#api/quota/client-address.ts';

/** The client of a request as the app sees it, with the options that it gives Koa. */
function addressOf(remoteAddress: string | undefined, forwarded: string | undefined, hops: number): string {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  const app = new Koa({ proxy: hops > 0, maxIpsCount: hops });
  return clientAddress(app.createContext(request, new ServerResponse(request)).request);
}

describe('the client of a request', () => {
  it.each([
    ['an IPv4 socket', '192.0.2.7', undefined, 0, '192.0.2.7'],
    ['an IPv4 socket as IPv6 writes it', '::ffff:192.0.2.7', undefined, 0, '192.0.2.7'],
    ['an IPv6 socket', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
    ['another address of that /64', '2001:db8:1:2::9', undefined, 0, '2001:db8:1:2::/64'],
    ['a neighbouring /64', '2001:db8:1:3::9', undefined, 0, '2001:db8:1:3::/64'],
    ['a zone', 'fe80::1%eth0', undefined, 0, 'fe80::/64'],
    ['no address at all', undefined, undefined, 0, 'unknown'],
    ['a made-up header without proxies', '192.0.2.7', '203.0.113.1', 0, '192.0.2.7'],
    ['one proxy', '10.0.0.1', '203.0.113.1', 1, '203.0.113.1'],
    ['one proxy and a made-up entry in front', '10.0.0.1', '1.2.3.4, 203.0.113.1', 1, '203.0.113.1'],
    ['two proxies', '10.0.0.1', '1.2.3.4, 203.0.113.1, 10.0.0.2', 2, '203.0.113.1'],
    ['fewer hops than trusted', '10.0.0.1', '203.0.113.1', 3, '203.0.113.1'],
    ['a proxy that sends nothing', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['a proxy that sends nonsense', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['nonsense in front of a known hop', '10.0.0.1', 'x, 10.0.0.2', 2, '10.0.0.2'],
    ['nonsense between known hops', '10.0.0.1', '203.0.113.1, x, 10.0.0.2', 3, '10.0.0.2'],
    ['a port behind IPv4', '10.0.0.1', '203.0.113.1:4711', 1, '203.0.113.1'],
    ['a port behind IPv6', '10.0.0.1', '[2001:db8:1:2::9]:4711', 1, '2001:db8:1:2::/64'],
    ['blanks and quotes', '10.0.0.1', ' "203.0.113.1" ', 1, '203.0.113.1'],
    ['a mapped address', '10.0.0.1', '::ffff:203.0.113.1', 1, '203.0.113.1'],
  ])('with %s', (_, socket, forwarded, hops, client) => {
    expect(addressOf(socket, forwarded, hops)).toBe(client);
  });
});
