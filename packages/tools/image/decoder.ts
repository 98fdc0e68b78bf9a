import sharp, { type Metadata, type Sharp } from 'sharp';

import { imageLimits } from './limits.ts';

/** Buffer loaders of the accepted types; the many others of libvips are disabled to reduce attack surface. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`);

/** Configures libvips for untrusted files; once per process, before the first image. */
export function hardenDecoder(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  sharp.concurrency(1);
  sharp.cache(false);
}

/** Opens the first frame of an image; nothing is decoded yet. */
export function openImage(bytes: Uint8Array): Sharp {
  return sharp(bytes, {
    limitInputPixels: imageLimits.pixelsMax,
    failOn: 'error',
    sequentialRead: true,
    pages: 1,
  }).timeout({ seconds: Math.ceil(imageLimits.measureMs / 1_000) });
}

/** Reads only the header, without a size limit, so that a refusal can name the size. */
export async function readHeader(bytes: Uint8Array): Promise<Metadata> {
  return await sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 }).metadata();
}

/** Layout of raw pixels, row by row. */
export interface RawShape {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

export function openRaw(data: Buffer, { width, height, channels }: RawShape): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}
