import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';

import type { Endpoint } from '#egress/own-endpoints.ts';
import type { PolicyLine } from '#test/core/network-access/support/policies.ts';
import { scope } from '#test/core/network-access/support/policies.ts';
import { testEgress } from './support/egress.ts';
import { httpTarget } from './support/target.ts';

const lines: readonly PolicyLine[] = [
  ['127.0.0.1'],
  ['localhost'],
  ['*.localhost'],
  ['[::ffff:127.0.0.1]'],
  ['elsewhere.test'],
];
/** The names of a container network, and whatever a request names: all on loopback. */
const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
const refusal = (host: string) => ({
  kind: 'refused',
  ground: 'address',
  message: `Outbound request to '${host}' is not allowed`,
});

describe('a server of our own', () => {
  it.each(['127.0.0.1', 'localhost', '0.0.0.0', '::1', '::', 'redis'])(
    'at %s is never reached, though its addresses are open and the host is allowed',
    async (host) => {
      await using target = await httpTarget();
      const { port } = target;
      const { send, rows } = testEgress({ lines, resolve, ownEndpoints: [{ host, port }] });
      for (const name of ['127.0.0.1', 'localhost', 'api.localhost', 'elsewhere.test'])
        expect(await send('GET', `http://${name}:${port}/metrics`)).toMatchObject(refusal(name));
      expect(target.received).toEqual([]);
      expect(rows.map(({ allowed, ground }) => [allowed, ground])).toEqual(
        Array.from({ length: 4 }, () => [false, 'address']),
      );
    },
  );

  it('is not reached through a redirect either', async () => {
    await using own = await httpTarget();
    await using target = await httpTarget((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${own.port}/` }).end();
    });
    const { send } = testEgress({ lines, ownEndpoints: [{ host: 'localhost', port: own.port }] });
    expect(await send('GET', target.url)).toMatchObject({ kind: 'refused', ground: 'redirect' });
    expect(own.received).toEqual([]);
  });

  it('is refused when a request is only checked', async () => {
    const { egress } = testEgress({ lines, ownEndpoints: [{ host: 'localhost', port: 8233 }] });
    const check = async (url: string) => await egress.check(scope, { method: 'GET', url });
    for (const host of ['127.0.0.1', 'localhost', 'ui.localhost'])
      expect(await check(`http://${host}:8233/`)).toMatchObject({ allowed: false, ground: 'address' });
    expect(await check('http://127.0.0.1:8234/')).toMatchObject({ allowed: true, ground: 'policy' });
  });

  it('is not reached by another address of this machine', async ({ skip }) => {
    const outer = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    if (outer === undefined) return skip('this machine has no address but loopback');
    const { send } = testEgress({
      lines: [[outer.address]],
      allowAddresses: [outer.address],
      ownEndpoints: [{ host: '0.0.0.0', port: 8080 }],
    });
    expect(await send('GET', `http://${outer.address}:8080/`)).toMatchObject(refusal(outer.address));
  });
});

it.each([
  ['another port of the same address', { host: 'localhost', port: 1 }],
  ['the same port of another address', { host: '127.0.0.2.invalid', port: 0 }],
  ['the same port of another machine', { host: '192.0.2.1', port: 0 }],
] as const)('reaches %s', async (_, endpoint) => {
  await using target = await httpTarget();
  const own: Endpoint = { ...endpoint, port: endpoint.port || target.port };
  const lookup = (host: string) =>
    host.endsWith('.invalid') ? Promise.reject(new Error('not found')) : resolve();
  const { send } = testEgress({ lines, resolve: lookup, ownEndpoints: [own] });
  expect(await send('GET', target.url)).toMatchObject({ kind: 'answered', status: 200 });
});
