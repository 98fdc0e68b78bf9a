import type { Metadata, Sharp } from 'sharp';
import { cameraFactsOf } from './camera-facts.ts';
import { compositionOf } from './composition.ts';
import { openImage, openRaw, readHeader, type RawShape } from './decoder.ts';
import { groundOf } from './ground.ts';
import { asStill, gifScreen, imageTypeOf, isAnimatedAvif, type ImageType } from './image-type.ts';
import { lightOf } from './light.ts';
import { imageLimits } from './limits.ts';
import type { Measurement, MeasureResult } from './measurement.ts';
import { oklab } from './oklab.ts';
import { paletteOf, type Pixel } from './palette.ts';

/** Edges are measured on a copy of this size, so that the result does not depend on resolution. */
const copySideMax = 512;
const paletteSideMax = 64;
/** Largest size that vision models accept without downscaling. */
const jpegSideMax = 1_568;
const opaqueFrom = 128;

/** Decodes and measures an image; a bad image is a result, not an error. Runs in the image process. */
export async function measure(bytes: Uint8Array, options: { withJpeg: boolean }): Promise<MeasureResult> {
  const type = imageTypeOf(bytes);
  if (!type) return { status: 'unreadable' };
  try {
    const still = asStill(bytes);
    const metadata = await readHeader(still);
    const { width, height } = metadata.autoOrient;
    if (width * height > imageLimits.pixelsMax) return { status: 'too-many-pixels', width, height };
    const copy = await decode(still, options.withJpeg ? jpegSideMax : copySideMax);
    const measurement = await measured(copy, type, metadata);
    return { status: 'measured', measurement, jpeg: options.withJpeg ? await jpegOf(copy) : undefined };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (type === 'AVIF' && isAnimatedAvif(bytes)) return { status: 'animated-avif' };
    const screen = type === 'GIF' ? gifScreen(bytes) : undefined;
    if (screen !== undefined && screen.width * screen.height > imageLimits.pixelsMax)
      return { status: 'too-many-pixels', ...screen };
    if (message.includes('exceeds pixel limit')) return { status: 'too-many-pixels', width: 0, height: 0 };
    return { status: /timeout/i.test(message) ? 'too-slow' : 'unreadable' };
  }
}

/** Decodes the whole image once: upright, RGBA, at most `sideMax` a side. */
async function decode(bytes: Uint8Array, sideMax: number): Promise<RawCopy> {
  const upright = openImage(bytes).autoOrient();
  return await rawCopy(upright, sideMax);
}

async function rawCopy(picture: Sharp, sideMax: number): Promise<RawCopy> {
  const { data, info } = await picture
    .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, shape: { width: info.width, height: info.height, channels: info.channels } };
}

async function measured(whole: RawCopy, type: ImageType, metadata: Metadata): Promise<Measurement> {
  const { data, shape } = await rawCopy(openRaw(whole.data, whole.shape), copySideMax);
  const { width, height, channels } = shape;
  const colours = Array.from({ length: width * height }, (_, index) => {
    const at = index * channels;
    return oklab(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  });
  const isOpaque = (index: number) => (data[index * channels + 3] ?? 255) >= opaqueFrom;
  const visible = colours.filter((_, index) => isOpaque(index));
  // Transparent pixels count as white, the background of most pages.
  const transparentShare = 1 - visible.length / Math.max(1, colours.length);
  const light = lightOf(visible);
  const ground = transparentShare < 0.01 ? groundOf(colours, shape) : undefined;
  const lightness = Float64Array.from(colours, ([light], index) => (isOpaque(index) ? light : 1));
  return {
    type,
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    // The pages of an AVIF are items of its container, such as tiles.
    frames: type === 'AVIF' ? 1 : (metadata.pages ?? 1),
    transparentShare,
    palette: paletteOf(sampled(data, shape, isOpaque)),
    light,
    composition: compositionOf({ width, height, lightness }),
    ground,
    camera: cameraFactsOf(metadata.exif),
  };
}

interface RawCopy {
  readonly data: Buffer;
  readonly shape: RawShape;
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

async function jpegOf({ data, shape }: RawCopy): Promise<Uint8Array> {
  return await openRaw(data, shape).flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();
}
