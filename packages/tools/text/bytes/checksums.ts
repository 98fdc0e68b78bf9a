import { crc32 } from 'node:zlib';
import { loadLibrary } from '../../load-library.ts';

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

function fnv1a32(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function crc16(bytes: Uint8Array): number {
  let checksum = 0;
  for (const byte of bytes) {
    checksum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) checksum = checksum & 1 ? (checksum >>> 1) ^ 0xa001 : checksum >>> 1;
  }
  return checksum;
}

const hexOf = (sum: number, digits: number) => sum.toString(16).padStart(digits, '0');
const fast = async () => await loadLibrary('hash-wasm', () => import('hash-wasm'));

export const checksumNames = [
  'crc32',
  'adler32',
  'fnv1a32',
  'crc16',
  'crc32c',
  'crc64',
  'xxhash32',
  'xxhash64',
  'xxh3',
  'xxh128',
  'murmur3',
] as const;

/** Each gives a fixed number of hexadecimal digits. */
const checksums: Readonly<Record<ChecksumName, (bytes: Uint8Array) => string | Promise<string>>> = {
  crc32: (bytes) => hexOf(crc32(bytes), 8),
  adler32: (bytes) => hexOf(adler32(bytes), 8),
  fnv1a32: (bytes) => hexOf(fnv1a32(bytes), 8),
  crc16: (bytes) => hexOf(crc16(bytes), 4),
  crc32c: async (bytes) => await (await fast()).crc32(bytes, 0x82f63b78),
  crc64: async (bytes) => await (await fast()).crc64(bytes),
  xxhash32: async (bytes) => await (await fast()).xxhash32(bytes),
  xxhash64: async (bytes) => await (await fast()).xxhash64(bytes),
  xxh3: async (bytes) => await (await fast()).xxhash3(bytes),
  xxh128: async (bytes) => await (await fast()).xxhash128(bytes),
  murmur3: (bytes) => hexOf(murmur3(bytes), 8),
};

export type ChecksumName = (typeof checksumNames)[number];

export async function checksumOf(name: ChecksumName, bytes: Uint8Array): Promise<string> {
  return await checksums[name](bytes);
}

const rotated = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits));
const scrambled = (word: number) => Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);

/** MurmurHash3, its variant of 32 bits, with the seed 0. */
function murmur3(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blocksEnd = bytes.length - (bytes.length % 4);
  let hash = 0;
  for (let at = 0; at < blocksEnd; at += 4) {
    hash = rotated(hash ^ scrambled(view.getInt32(at, true)), 13);
    hash = Math.imul(hash, 5) + 0xe6546b64;
  }
  let rest = 0;
  for (let at = bytes.length - 1; at >= blocksEnd; at -= 1) rest = (rest << 8) | view.getUint8(at);
  hash ^= scrambled(rest) ^ bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
