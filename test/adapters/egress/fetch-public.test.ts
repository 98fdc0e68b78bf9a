import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { createFetchPublic } from '#egress/fetch-public.ts';
import { onLoopback } from './support/egress.ts';
import { httpTarget } from './support/target.ts';

const limits = { bytesMax: 1_000, timeoutMs: 2_000 };

/** As in production but for one thing: loopback passes for public, for that is where the targets of a test live. */
const onTestNet = createFetchPublic({ resolve: onLoopback, isAllowed: (address) => address === '127.0.0.1' });

describe('createFetchPublic', () => {
  it('gives the bytes and the type of what is there', async () => {
    await using target = await httpTarget((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([1, 0, 2])),
    );
    const result = await onTestNet(`http://images.test:${target.port}/a.png`, limits);
    expect(result).toEqual({
      kind: 'fetched',
      status: 200,
      bytes: Buffer.from([1, 0, 2]),
      contentType: 'image/png',
    });
    expect(target.received[0]?.headers).toMatchObject({
      'accept-encoding': 'identity',
      'user-agent': 'Reveille/1',
    });
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[64:ff9b::a9fe:a9fe]/',
  ])('refuses %s in production', async (url) => {
    expect((await createFetchPublic()(url, limits)).kind).toBe('refused');
  });

  it.each([['10.0.0.1'], ['93.184.216.34', '10.0.0.1']])(
    'refuses a name with the addresses %j',
    async (...addresses) => {
      const resolve = () => Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
      const result = await createFetchPublic({ resolve })('https://images.test/', limits);
      expect(result).toMatchObject({
        kind: 'refused',
        message: "Outbound request to 'images.test' is not allowed",
      });
    },
  );

  it.each([
    '',
    'images.test/a.png',
    'file:///etc/passwd',
    'https://user:pass@images.test/',
    'https://images.test:22/',
  ])('calls %j invalid', async (url) => {
    expect((await onTestNet(url, limits)).kind).toBe('invalid');
  });

  it('follows five redirects, and judges each hop anew', async () => {
    await using target = await httpTarget(({ url }, response) => {
      const left = Number(url.slice(1));
      if (url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
      else if (left === 0) response.end('arrived');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const base = `http://images.test:${target.port}`;
    expect(await onTestNet(`${base}/5`, limits)).toMatchObject({
      kind: 'fetched',
      bytes: Buffer.from('arrived'),
    });
    expect(await onTestNet(`${base}/6`, limits)).toMatchObject({
      kind: 'failed',
      reason: 'TOO_MANY_REDIRECTS',
    });
    expect(await onTestNet(`${base}/inside`, limits)).toMatchObject({ kind: 'refused', host: '10.0.0.1' });
  });

  it('asks no other address where no redirect may be followed', async () => {
    await using other = await httpTarget((_, response) => response.end('a key of somebody else'));
    await using target = await httpTarget((_, response) =>
      response.writeHead(302, { location: `http://other.test:${other.port}/` }).end(),
    );
    const url = `http://keys.test:${target.port}/`;
    expect(await onTestNet(url, { ...limits, redirectsMax: 0 })).toMatchObject({
      kind: 'failed',
      reason: 'TOO_MANY_REDIRECTS',
    });
    expect(other.received).toEqual([]);
    expect(await onTestNet(url, limits)).toMatchObject({ kind: 'fetched' });
  });

  it.each([
    ['as it arrives', (size: number) => ({ body: Buffer.alloc(size, 'a'), headers: {} })],
    [
      'decoded',
      (size: number) => ({
        body: gzipSync(Buffer.alloc(size, 'a')),
        headers: { 'content-encoding': 'gzip' },
      }),
    ],
  ])('stops above the limit, %s', async (_, make) => {
    for (const [size, kind] of [
      [1_000, 'fetched'],
      [1_001, 'failed'],
    ] as const) {
      const { body, headers } = make(size);
      await using target = await httpTarget((_, response) => response.writeHead(200, headers).end(body));
      expect((await onTestNet(`http://images.test:${target.port}/`, limits)).kind).toBe(kind);
    }
  });

  it('stops at the end of its time, and when the caller leaves', async () => {
    await using target = await httpTarget(() => undefined);
    const url = `http://images.test:${target.port}/`;
    expect(await onTestNet(url, { ...limits, timeoutMs: 100 })).toMatchObject({
      kind: 'failed',
      reason: 'TOTAL_TIMEOUT',
    });
    const signal = AbortSignal.abort();
    expect(await onTestNet(url, { ...limits, signal })).toMatchObject({ kind: 'failed' });
  });
});
