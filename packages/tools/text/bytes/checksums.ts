import { crc32 } from 'node:zlib';
import { loadLibrary } from '../../load-library.ts';
import { murmur3 } from './murmur3.ts';

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

/** FNV-1a, 32 bits. */
function fnv1a32(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** CRC-16/ARC. */
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

/** A checksum of bytes in hexadecimal. */
export async function checksumOf(name: ChecksumName, bytes: Uint8Array): Promise<string> {
  return await checksums[name](bytes);
}
