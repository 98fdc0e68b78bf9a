import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { decodeContent } from '#domain/decode-content.ts';

const plain = Buffer.from('hello '.repeat(20));
const bytesMax = 1 << 20;

describe('decodeContent', () => {
  it.each([
    ['', plain],
    ['identity', plain],
    ['gzip', gzipSync(plain)],
    ['GZIP', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['zstd', zstdCompressSync(plain)],
    ['identity, gzip', gzipSync(plain)],
  ])('undoes %j', async (coding, bytes) => {
    expect(await decodeContent(bytes, coding, bytesMax)).toEqual({ kind: 'decoded', bytes: plain });
  });

  it.each(['compress', 'aws-chunked', 'gzip, gzip', 'gzip, br', 'constructor'])(
    'does not undo %j',
    async (coding) => {
      const decoded = await decodeContent(gzipSync(plain), coding, bytesMax);
      expect(decoded).toEqual({ kind: 'failed', fault: 'unknown-coding' });
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('stops a %s bomb at the limit', async (coding, compress) => {
    const bomb = compress(Buffer.alloc(30 << 20));
    expect(bomb.length).toBeLessThan(bytesMax);
    expect(await decodeContent(bomb, coding, bytesMax)).toEqual({
      kind: 'failed',
      fault: 'too-large',
    });
  });

  it('takes exactly the limit', async () => {
    const full = Buffer.alloc(bytesMax, 'a');
    expect((await decodeContent(gzipSync(full), 'gzip', bytesMax)).kind).toBe('decoded');
    expect((await decodeContent(gzipSync(Buffer.alloc(bytesMax + 1, 'a')), 'gzip', bytesMax)).kind).toBe(
      'failed',
    );
  });

  it.each(['gzip', 'br', 'zstd', 'deflate'])('calls a broken %s body invalid', async (coding) => {
    const decoded = await decodeContent(Buffer.from('not compressed'), coding, bytesMax);
    expect(decoded).toEqual({ kind: 'failed', fault: 'broken' });
  });

  it('takes an empty body in any coding for empty', async () => {
    expect(await decodeContent(Buffer.alloc(0), 'gzip', bytesMax)).toEqual({
      kind: 'decoded',
      bytes: Buffer.alloc(0),
    });
  });
});
