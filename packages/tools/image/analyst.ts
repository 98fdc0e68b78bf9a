import { ImageDescription } from './image-description.ts';
import { withTimeout } from '../with-timeout.ts';
import { decodeDataUrl } from './data-url.ts';
import { fetchImage, type FetchPublic } from './fetch-image.ts';
import { imageTypeOf } from './image-type.ts';
import { imageLimits } from './limits.ts';
import { measuredPrompt } from './measured-prompt.ts';
import type { MeasureResult } from './measurement.ts';
import { refuseImage } from './refuse-image.ts';

/** Has a vision model describe a JPEG of at most 1568 pixels a side. Throws if the call fails. */
export type DescribeImage = (jpeg: Uint8Array, signal: AbortSignal) => Promise<ImageDescription>;

/** Decodes and measures an image in isolation, so that a decoder may crash or hang. May queue by caller. */
type MeasureImage = (
  bytes: Uint8Array,
  options: { readonly withJpeg: boolean },
  caller?: string,
) => Promise<MeasureResult>;

interface ImageAnalystDeps {
  readonly fetchPublic: FetchPublic;
  /** Absent where no model is configured. */
  readonly describe?: DescribeImage | undefined;
  /** Called with the reason when measurements replace the model. */
  readonly onFailure?: (error: unknown) => void;
  readonly measure: MeasureImage;
  readonly describeMs?: number;
}

export type ImageAnalyst = ReturnType<typeof createImageAnalyst>;

/** Turns an image into a prompt. `analyse` throws ToolError INVALID_IMAGE. */
export function createImageAnalyst(deps: ImageAnalystDeps) {
  const { fetchPublic, measure, describe, onFailure = () => {} } = deps;
  const { describeMs = imageLimits.describeMs } = deps;

  async function analyse({ image }: { image: string }, caller?: string): Promise<string> {
    const bytes = await bytesOf(image.trim());
    if (!imageTypeOf(bytes)) throw refuseImage('this is not a PNG, JPEG, WebP, GIF or AVIF.');
    const { measurement, jpeg } = readable(
      await measure(bytes, { withJpeg: describe !== undefined }, caller),
    );
    if (!describe || !jpeg) return measuredPrompt(measurement, 'no-model');
    try {
      const description = await withTimeout(describeMs, (signal) => describe(jpeg, signal));
      return describedPrompt(ImageDescription.parse(description));
    } catch (error) {
      onFailure(error);
      return measuredPrompt(measurement, 'model-failed');
    }
  }

  async function bytesOf(image: string): Promise<Uint8Array> {
    if (/^data:/i.test(image)) return decodeDataUrl(image);
    if (/^https?:\/\//i.test(image) && URL.canParse(image)) return await fetchImage(image, fetchPublic);
    throw refuseImage(
      'send an http(s) URL or a base64 data URL.',
      'Write the whole address, such as https://example.com/photo.jpg, or data:image/png;base64, and the bytes.',
    );
  }

  return { analyse };
}

function readable(result: MeasureResult): Extract<MeasureResult, { status: 'measured' }> {
  switch (result.status) {
    case 'measured':
      return result;
    case 'too-many-pixels':
      throw refuseImage(`the image has more than 40 megapixels${sizeOf(result)}.`);
    case 'too-slow':
      throw refuseImage('the image takes too long to decode.', 'Send a smaller copy of the image.');
    case 'animated-avif':
      throw refuseImage(
        'the animated AVIF holds no still picture.',
        'Send one of its frames as a picture of its own.',
      );
    case 'unreadable':
      throw refuseImage(
        'the image is cut off or damaged and cannot be decoded.',
        'Open the image in an image editor, save it again and send that copy.',
      );
  }
}

function sizeOf({ width, height }: { width: number; height: number }): string {
  return width > 0 ? ` (${width} × ${height})` : '';
}

const labels: readonly (readonly [keyof ImageDescription, string])[] = [
  ['subject', 'Subject'],
  ['setting', 'Setting'],
  ['composition', 'Composition'],
  ['lighting', 'Lighting'],
  ['palette', 'Palette'],
  ['style', 'Style'],
  ['camera', 'Camera'],
  ['mood', 'Mood'],
  ['negative', 'Avoid'],
];

/** The model's prompt, then the other members of the description, one per line; empty ones are left out. */
function describedPrompt(description: ImageDescription): string {
  const lines = labels
    .map(([member, label]) => ({ label, text: oneLine(description[member]) }))
    .filter(({ text }) => text !== '')
    .map(({ label, text }) => `${label}: ${text}`);
  return [description.prompt.trim(), lines.join('\n')].filter((part) => part !== '').join('\n\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
