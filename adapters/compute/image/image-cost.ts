import { imageSize } from 'image-size';

/** PNG has 16 bits a channel where this byte of its header says so; other formats have about 8. */
const pngDepthAt = 24;
const pngStart = 0x89504e47;

/** A size that stands further behind is not looked for: a hostile file could take seconds. */
const headerBytesMax = 65_536;

/**
 * The work of decoding an image by its header: pixels, twice as many where each has 16 bits a channel. Infinite where the
 * header does not tell.
 */
export function imageCost(bytes: Uint8Array): number {
  try {
    const { width, height } = imageSize(bytes.subarray(0, headerBytesMax));
    return width * height * (isDeep(bytes) ? 2 : 1);
  } catch {
    return Infinity;
  }
}

const isDeep = (bytes: Uint8Array): boolean =>
  bytes.byteLength > pngDepthAt &&
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === pngStart &&
  bytes[pngDepthAt] === 16;
