import type { Metadata } from 'sharp';
import { cameraFactsOf } from './camera-facts.ts';
import { compositionOf } from './composition.ts';
import { openImage, readHeader } from './decoder.ts';
import { imageTypeOf, type ImageType } from './image-type.ts';
import { lightOf } from './light.ts';
import { imageLimits } from './limits.ts';
import type { Measurement, MeasureResult } from './measurement.ts';
import { oklab } from './oklab.ts';
import { paletteOf, type Pixel } from './palette.ts';

/** Edges are measured on a copy of this size, so that a large and a small copy of a picture read alike. */
const copySideMax = 512;
const paletteSideMax = 64;
/** What vision models take without shrinking it themselves. */
const jpegSideMax = 1_568;
const opaqueFrom = 128;

/** Decodes and measures an image; whatever is wrong with it is a result. Runs in the image process. */
export async function measure(bytes: Uint8Array, options: { withJpeg: boolean }): Promise<MeasureResult> {
  const type = imageTypeOf(bytes);
  if (!type) return { status: 'unreadable' };
  try {
    const metadata = await readHeader(bytes);
    const { width, height } = metadata.autoOrient;
    if (width * height > imageLimits.pixelsMax) return { status: 'too-many-pixels', width, height };
    const measurement = await measured(bytes, type, metadata);
    return { status: 'measured', measurement, jpeg: options.withJpeg ? await smallJpeg(bytes) : undefined };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (message.includes('exceeds pixel limit')) return { status: 'too-many-pixels', width: 0, height: 0 };
    return { status: /timeout/i.test(message) ? 'too-slow' : 'unreadable' };
  }
}

async function measured(bytes: Uint8Array, type: ImageType, metadata: Metadata): Promise<Measurement> {
  const copy = await openImage(bytes)
    .autoOrient()
    .resize(copySideMax, copySideMax, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = copy.info;
  const colours = Array.from({ length: width * height }, (_, index) => {
    const at = index * channels;
    return oklab(copy.data[at] ?? 0, copy.data[at + 1] ?? 0, copy.data[at + 2] ?? 0);
  });
  const isOpaque = (index: number) => (copy.data[index * channels + 3] ?? 255) >= opaqueFrom;
  const visible = colours.filter((_, index) => isOpaque(index));
  // Behind what is transparent stands white, as on most pages.
  const lightness = Float64Array.from(colours, ([light], index) => (isOpaque(index) ? light : 1));
  return {
    type,
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    frames: metadata.pages ?? 1,
    transparentShare: 1 - visible.length / Math.max(1, colours.length),
    palette: paletteOf(sampled(copy.data, { width, height, channels }, isOpaque)),
    light: lightOf(visible),
    composition: compositionOf({ width, height, lightness }),
    camera: cameraFactsOf(metadata.exif),
  };
}

interface RawShape {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Every n-th visible pixel of every n-th row. */
function sampled(data: Buffer, shape: RawShape, isOpaque: (index: number) => boolean): Pixel[] {
  const { width, height, channels } = shape;
  const step = Math.max(1, Math.ceil(Math.max(width, height) / paletteSideMax));
  const pixels: Pixel[] = [];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * channels;
      if (!isOpaque(y * width + x)) continue;
      const colour = oklab(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
      pixels.push({ colour, hex: `#${data.toString('hex', at, at + 3)}` });
    }
  }
  return pixels;
}

async function smallJpeg(bytes: Uint8Array): Promise<Uint8Array> {
  return await openImage(bytes)
    .autoOrient()
    .resize(jpegSideMax, jpegSideMax, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85 })
    .toBuffer();
}
