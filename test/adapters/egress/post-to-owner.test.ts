import { describe, expect, it } from 'vitest';

import { createOwnerPost } from '#egress/post-to-owner.ts';
import { certificateAuthority } from '#test/support/certificates.ts';
import { onLoopback } from './support/egress.ts';
import { httpsTarget, httpTarget } from './support/target.ts';

const allowAddresses = ['127.0.0.0/8', '::1/128'];
const opened = { allowAddresses, ownEndpoints: [], resolve: onLoopback };
const closed = { ...opened, allowAddresses: [] };
const headers = { 'Content-Type': 'application/json', 'webhook-id': 'alt_1' };

describe('a post to an owner', () => {
  it('carries the headers and the body, over a connection to the address that was checked', async () => {
    await using target = await httpTarget((_, response) =>
      response.writeHead(202, { 'retry-after': '7' }).end(),
    );
    const { post } = createOwnerPost(opened);
    expect(await post(`http://alerts.localhost:${target.port}/a?b=c`, headers, '{"text":"x"}')).toEqual({
      kind: 'answered',
      status: 202,
      retryAfterMs: 7_000,
    });
    expect(target.received).toMatchObject([
      {
        method: 'POST',
        url: '/a?b=c',
        body: '{"text":"x"}',
        headers: {
          'content-type': 'application/json',
          'content-length': '12',
          'webhook-id': 'alt_1',
          'user-agent': 'Reveille/1',
        },
      },
    ]);
  });

  it('trusts a certificate for the name, and no other', async () => {
    const authority = await certificateAuthority();
    await using target = await httpsTarget(await authority.issue('alerts.test'));
    const { post } = createOwnerPost({ ...opened, certificateAuthorities: [authority.cert] });
    expect(await post(`https://alerts.test:${target.port}/`, headers, '{}')).toMatchObject({ status: 200 });
    expect(await post(`https://other.test:${target.port}/`, headers, '{}')).toMatchObject({
      kind: 'failed',
      reason: 'TLS_ERROR',
    });
  });

  it('follows no redirect', async () => {
    await using target = await httpTarget((_, response) => response.writeHead(307, { location: '/b' }).end());
    const { post } = createOwnerPost(opened);
    expect(await post(`${target.url}/a`, headers, '{}')).toMatchObject({ kind: 'answered', status: 307 });
    expect(target.received).toHaveLength(1);
  });

  it('never goes to a server of the service, whatever is opened', async () => {
    await using target = await httpTarget();
    const ownEndpoints = [{ host: '127.0.0.1', port: target.port }];
    const { post } = createOwnerPost({ ...opened, ownEndpoints });
    expect(await post(`${target.url}/`, headers, '{}')).toEqual({
      kind: 'refused',
      message: "Outbound request to '127.0.0.1' is not allowed",
    });
    expect(target.connections()).toBe(0);
  });

  it.each([['10.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['169.254.169.254']])(
    'is refused where a name has the addresses %j',
    async (...addresses) => {
      const resolve = () => Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
      const { post } = createOwnerPost({ ...closed, resolve });
      expect(await post('https://alerts.test/', headers, '{}')).toMatchObject({ kind: 'refused' });
    },
  );

  it('is refused over plain http where a name is not loopback', async () => {
    const resolve = () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]);
    const { post } = createOwnerPost({ ...opened, resolve });
    expect(await post('http://alerts.test/', headers, '{}')).toMatchObject({ kind: 'refused' });
  });
});

describe('the check of a URL', () => {
  it.each([
    ['https://alerts.example.com/x', 'allowed', 'allowed'],
    ['http://alerts.example.com/x', 'refused', 'refused'],
    ['http://127.0.0.1:8081/', 'refused', 'allowed'],
    ['http://localhost:8081/', 'refused', 'allowed'],
    ['https://10.1.2.3/', 'refused', 'refused'],
    ['https://[fd00:ec2::254]/', 'refused', 'refused'],
    ['mailto:ada@example.com', 'invalid', 'invalid'],
  ])('to %s: %s, with loopback open %s', (url, byDefault, withLoopback) => {
    expect([createOwnerPost(closed).check(url).kind, createOwnerPost(opened).check(url).kind]).toEqual([
      byDefault,
      withLoopback,
    ]);
  });
});
