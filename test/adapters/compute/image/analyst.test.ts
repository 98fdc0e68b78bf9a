import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { type DescribeImage, type ImageDescription, loadModelTools } from '@reveille/tools';
import { createImagePool } from '#compute/image/image-pool.ts';
import { keptPicture } from './support/kept-picture.ts';

const { createImageAnalyst } = await loadModelTools();
/** On a busy machine the largest take longer, and are measured all the same. */
const images = createImagePool({ timeoutMs: 120_000 });
afterAll(() => images.close());

const fetchPublic = async () => ({ kind: 'refused' }) as const;
const { analyse } = createImageAnalyst({ fetchPublic, measure: images.measure });

const dataUrl = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
const flat = (width: number, height: number, background = '#d62020') =>
  sharp({ create: { width, height, channels: 3, background } });
const noisy = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

describe('an image without a model', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('is measured: %s', async (format) => {
    const result = await analyse({ image: dataUrl(await flat(320, 180).toFormat(format).toBuffer()) });
    expect(result).toMatch(/^\[subject: describe here\], wide 16:9 landscape, palette of red/);
    expect(result).toContain('Size: 320 × 180 px');
    expect(result).toContain('not from understanding the picture: no model is configured.');
  });

  it('gives the same prompt for the same bytes', async () => {
    const image = dataUrl(await noisy(200, 100).png().toBuffer());
    expect(await analyse({ image })).toBe(await analyse({ image }));
  });

  it('says where the mass is and what the light is like', async () => {
    const spot = await noisy(60, 60).png().toBuffer();
    const picture = flat(300, 300, '#101010').composite([{ input: spot, left: 220, top: 220 }]);
    const result = await analyse({ image: dataUrl(await picture.png().toBuffer()) });
    expect(result).toContain('most detail in the lower right, brightest in the lower right');
    expect(result).toContain('very dark, low-key light');
  });

  it('names the camera, but not where or whose it was', async () => {
    const bytes = await flat(60, 40)
      .withExif({
        IFD0: { Make: 'Canon', Model: 'Canon EOS R5', Artist: 'Ada Lovelace' },
        IFD2: { FNumber: '28/10', ExposureTime: '1/250', DateTimeOriginal: '2026:05:01 10:00:00' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    const result = await analyse({ image: dataUrl(bytes) });
    expect(result).toContain('Camera: Canon EOS R5, f/2.8, 1/250 s, taken on 2026-05-01');
    expect(result).not.toMatch(/51|Lovelace/);
  });

  it('is turned as the camera was held', async () => {
    const bytes = await flat(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await analyse({ image: dataUrl(bytes) })).toContain('Size: 40 × 60 px, 2:3 portrait, JPEG');
  });

  it.each([
    ['a CMYK JPEG', noisy(300, 200).toColourspace('cmyk').jpeg(), 'Size: 300 × 200 px'],
    ['a PNG with 16 bits a channel', flat(30, 20).toColourspace('rgb16').png(), 'Size: 30 × 20 px'],
    ['a grey PNG', flat(30, 20).greyscale().png(), 'monochrome'],
    ['a picture of one pixel', flat(1, 1).png(), 'square 1:1 format'],
    [
      'a transparent PNG',
      sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } }).png(),
      '100 % transparent',
    ],
  ])('is measured: %s', async (_, picture, words) => {
    expect(await analyse({ image: dataUrl(await picture.toBuffer()) })).toContain(words);
  });

  it('is measured by its first frame when it moves', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((colour) => flat(40, 30, colour).png().toBuffer()),
    );
    const result = await analyse({
      image: dataUrl(
        await sharp(frames, { join: { animated: true } })
          .gif()
          .toBuffer(),
      ),
    });
    expect(result).toContain('Size: 40 × 30 px, 4:3 landscape, GIF, first of 3 frames');
    expect(result).not.toMatch(/green|blue/);
  });
});

describe('an image that cannot be analysed', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const dimensions = (png: Buffer, side: number) => {
    const forged = Buffer.from(png);
    forged.writeUInt32BE(side, 16);
    forged.writeUInt32BE(side, 20);
    return forged;
  };
  it.each<[string, () => Promise<Uint8Array>, string]>([
    ['an SVG that calls itself a PNG', async () => svg, 'not a PNG, JPEG, WebP, GIF or AVIF'],
    ['a TIFF', () => flat(9, 9).tiff().toBuffer(), 'not a PNG'],
    [
      'a PNG head with an SVG behind',
      async () => Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), svg]),
      'damaged',
    ],
    ['half a JPEG', async () => (await noisy(600, 400).jpeg().toBuffer()).subarray(0, 40_000), 'cut off'],
    ['half a PNG', async () => (await noisy(300, 200).png().toBuffer()).subarray(0, 50_000), 'cut off'],
    ['49 megapixels', async () => keptPicture('too-large.png'), 'more than 40 megapixels (7000 × 7000)'],
    [
      'a header that claims more pixels',
      async () => dimensions(await flat(9, 9).png().toBuffer(), 100_000),
      'more than 40 megapixels (100000 × 100000)',
    ],
  ])('%s is refused', async (_, bytes, sentence) => {
    const refusal = { code: 'INVALID_IMAGE', message: expect.stringContaining(sentence) };
    await expect(analyse({ image: dataUrl(await bytes()) })).rejects.toMatchObject(refusal);
  });

  it.each([
    ['http://127.0.0.1/a.png', 'not public'],
    ['iVBORw0KGgo=', 'send an http(s) URL or a base64 data URL'],
    ['ftp://example.com/a.png', 'send an http(s) URL'],
    ['file:///etc/passwd', 'send an http(s) URL'],
    ['https://', 'send an http(s) URL'],
    ['', 'send an http(s) URL'],
  ])('%j is refused', async (image, sentence) => {
    const refusal = { code: 'INVALID_IMAGE', message: expect.stringContaining(sentence) };
    await expect(analyse({ image })).rejects.toMatchObject(refusal);
  });
});

describe('the largest images allowed', () => {
  it.each([
    ['a PNG with 16 bits, interlaced', 'largest.png'],
    ['a progressive JPEG', 'largest.jpeg'],
    ['a GIF', 'largest.gif'],
  ] as const)('are measured: %s', async (_, name) => {
    expect(await analyse({ image: dataUrl(keptPicture(name)) })).toContain('Size: 6300 × 6300 px');
  });
});

describe('an image with a model', () => {
  const description: ImageDescription = {
    subject: 'a red square',
    setting: '',
    composition: 'fills the frame',
    lighting: 'even',
    palette: 'red',
    style: 'flat\ncolour',
    camera: '',
    mood: 'calm',
    negative: 'text',
    prompt: 'A flat red square.',
  };
  const withModel = (describe: DescribeImage, describeMs = 1_000) =>
    createImageAnalyst({ fetchPublic, measure: images.measure, describe, describeMs }).analyse;

  it('is described by the model, which sees a small JPEG without metadata', async () => {
    const seen: Uint8Array[] = [];
    const bytes = await flat(3_000, 1_000)
      .withExif({ IFD0: { Make: 'Canon' } })
      .jpeg()
      .toBuffer();
    const result = await withModel(async (jpeg) => {
      seen.push(jpeg);
      return description;
    })({ image: dataUrl(bytes) });
    expect(result).toBe(
      'A flat red square.\n\nSubject: a red square\nComposition: fills the frame\nLighting: even\nPalette: red\n' +
        'Style: flat colour\nMood: calm\nAvoid: text',
    );
    const metadata = await sharp(seen[0]).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 1_568 });
    expect(metadata.exif).toBeUndefined();
  });

  it.each<[string, DescribeImage]>([
    ['fails', () => Promise.reject(new Error('503'))],
    ['never answers', () => new Promise(() => {})],
    ['answers something else', async () => ({ prompt: 'x' }) as ImageDescription],
  ])('is measured, and says so, when the model %s', async (_, describe) => {
    const result = await withModel(describe, 50)({ image: dataUrl(await flat(9, 9).png().toBuffer()) });
    expect(result).toContain('the model gave no description.');
  });
});
