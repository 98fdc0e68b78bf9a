import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { ErrorReply } from '@redis/client';

import { type Redis, withBuffers } from '../connection/connect.ts';

/** Shorter ones gain little. */
const packedFromBytes = 1_025;
const gainMin = 0.1;

/** The body of a delivery as `script-parts/write-body.lua` takes it: byte for byte, then packed, or empty where it stays as it is. */
export function storedBody(body: Buffer): readonly [body: Buffer, packed: Buffer] {
  const packed = body.byteLength < packedFromBytes ? body : pack(body);
  return [body, packed.byteLength <= body.byteLength * (1 - gainMin) ? packed : Buffer.alloc(0)];
}

const pack = (body: Buffer): Buffer =>
  zstdCompressSync(body, {
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  });

/** The body byte for byte, or how it begins; null where there is none. */
export async function readBody(redis: Redis, key: string, bytesMax = Infinity): Promise<Buffer | null> {
  const bytes = withBuffers(redis);
  const packed = await bytes.lIndex(key, 0).catch(undefinedForPlain);
  if (packed === undefined)
    return await (bytesMax === Infinity ? bytes.get(key) : bytes.getRange(key, 0, bytesMax - 1));
  return packed && zstdDecompressSync(packed).subarray(0, bytesMax);
}

/** A string, as earlier releases stored every body. */
function undefinedForPlain(error: unknown): undefined {
  if (!(error instanceof ErrorReply && error.message.startsWith('WRONGTYPE'))) throw error;
}
