export type ImageType = 'PNG' | 'JPEG' | 'WebP' | 'GIF' | 'AVIF';

interface Signature {
  readonly type: ImageType;
  readonly parts: readonly (readonly [offset: number, latin1: string])[];
}

/** Magic bytes of each type; file name and declared media type are ignored. */
const signatures: readonly Signature[] = [
  { type: 'PNG', parts: [[0, '\u0089PNG\r\n\u001a\n']] },
  { type: 'JPEG', parts: [[0, '\u00ff\u00d8\u00ff']] },
  {
    type: 'WebP',
    parts: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  { type: 'GIF', parts: [[0, 'GIF87a']] },
  { type: 'GIF', parts: [[0, 'GIF89a']] },
];
const avifBrands = new Set(['avif', 'avis']);

/** The type of an image by its content; undefined for anything unsupported (SVG, TIFF, HEIC, HTML, empty). */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const found = signatures.find(({ parts }) =>
    parts.every(([offset, text]) => latin1(bytes, offset, text.length) === text),
  );
  return found?.type ?? (isAvif(bytes) ? 'AVIF' : undefined);
}

/** An ISO file whose main or compatible brands name AVIF; HEIC shares the container. */
function isAvif(bytes: Uint8Array): boolean {
  if (latin1(bytes, 4, 4) !== 'ftyp') return false;
  const boxBytes = Math.min(Buffer.from(bytes.subarray(0, 4)).readUInt32BE(), 256, bytes.length);
  for (let offset = 8; offset + 4 <= boxBytes; offset += 4) {
    if (offset !== 12 && avifBrands.has(latin1(bytes, offset, 4))) return true;
  }
  return false;
}

const mainBrandAt = 8;

/** Whether the main brand of an AVIF is that of image sequences. */
export function isAnimatedAvif(bytes: Uint8Array): boolean {
  return latin1(bytes, mainBrandAt, 4) === 'avis';
}

/**
 * An animated AVIF holds a still picture beside its frames, for readers that show no sequences. The decoder takes it only
 * under the brand of stills.
 */
export function asStill(bytes: Uint8Array): Uint8Array {
  if (imageTypeOf(bytes) !== 'AVIF' || !isAnimatedAvif(bytes)) return bytes;
  const still = Buffer.from(bytes);
  still.write('avif', mainBrandAt, 'latin1');
  return still;
}

/** The size that the header of a GIF gives. */
export function gifScreen(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const header = Buffer.alloc(10);
  header.set(bytes.subarray(0, 10));
  return { width: header.readUInt16LE(6), height: header.readUInt16LE(8) };
}

function latin1(bytes: Uint8Array, offset: number, length: number): string {
  return Buffer.from(bytes.subarray(offset, offset + length)).toString('latin1');
}
