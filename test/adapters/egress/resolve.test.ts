import { describe, expect, it } from 'vitest';

import { resolveHost, systemResolve } from '#egress/resolve.ts';
import { createAddressRule } from '#egress/address-rule.ts';
import { testEgress } from './support/egress.ts';
import { httpTarget } from './support/target.ts';

const timing = () => ({ timeoutMs: 1_000, signal: new AbortController().signal });

const failing = (code: string) => () => Promise.reject(Object.assign(new Error('lookup'), { code }));

describe('resolveHost', () => {
  it.each([
    ['ENOTFOUND', 'DNS_NOT_FOUND'],
    ['ENODATA', 'DNS_NOT_FOUND'],
    ['EAI_AGAIN', 'DNS_TEMPORARY'],
    ['ETIMEOUT', 'DNS_TEMPORARY'],
    ['ESERVFAIL', 'DNS_TEMPORARY'],
  ])('calls %s %s', async (code, reason) => {
    expect(await resolveHost('a.test', failing(code), timing())).toMatchObject({ kind: 'failed', reason });
  });

  it('answers every address with the family that it has', async () => {
    const resolve = () =>
      Promise.resolve([
        { address: '::1', family: 4 },
        { address: '127.0.0.1', family: 6 },
      ]);
    expect(await resolveHost('a.test', resolve, timing())).toEqual({
      kind: 'resolved',
      addresses: [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
    });
  });

  it('answers at once when the caller has left', async () => {
    const never = () => new Promise<never>(() => undefined);
    const left = { timeoutMs: 60_000, signal: AbortSignal.abort() };
    expect(await resolveHost('a.test', never, left)).toMatchObject({ reason: 'DNS_TEMPORARY' });
  });
});

describe('systemResolve', () => {
  it.each(['localhost', 'api.localhost'])('answers loopback for %s', async (name) => {
    const addresses = await systemResolve(name);
    expect(addresses.length).toBeGreaterThan(0);
    const { isOpenedLoopback } = createAddressRule(['127.0.0.0/8', '::1/128']);
    expect(addresses.every(({ address }) => isOpenedLoopback(address))).toBe(true);
  });

  it('leads to a target on this machine', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines: [['api.localhost', 'X-Key', 'secret-1']], resolve: systemResolve });
    expect(await send('GET', `http://api.localhost:${target.port}/`)).toMatchObject({
      kind: 'answered',
      status: 200,
    });
    expect(target.received[0]?.headers).toMatchObject({
      host: `api.localhost:${target.port}`,
      'x-key': 'secret-1',
    });
  });
});

it('a target that listens on one of its addresses is reached', async () => {
  await using target = await httpTarget();
  const resolve = () =>
    Promise.resolve([
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]);
  const { send, rows } = testEgress({ lines: [['a.test']], resolve });
  expect(await send('GET', `http://a.test:${target.port}/`)).toMatchObject({ kind: 'answered' });
  expect(rows).toMatchObject([{ addresses: ['::1', '127.0.0.1'], dialledAddress: '127.0.0.1' }]);
});
