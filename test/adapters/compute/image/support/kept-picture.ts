import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/**
 * Red pictures that sharp takes seconds to make, packed to a few kilobytes: the largest that are allowed (6300 × 6300, the
 * PNG interlaced with 16 bits and alpha, the JPEG progressive), and a PNG of 7000 × 7000.
 */
export type KeptPicture = 'largest.png' | 'largest.jpeg' | 'largest.gif' | 'too-large.png';

export function keptPicture(name: KeptPicture): Buffer {
  return brotliDecompressSync(readFileSync(new URL(`./pictures/${name}.br`, import.meta.url)));
}
