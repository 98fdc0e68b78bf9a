const rotated = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits));
const scrambled = (word: number) => Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);

/** MurmurHash3, its variant of 32 bits, with the seed 0. */
export function murmur3(bytes: Uint8Array): number {
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
