import type { CameraFacts } from './camera-facts.ts';
import type { Composition } from './composition.ts';
import { accentOf, chromaOf } from './accent.ts';
import type { Light } from './light.ts';
import type { PaletteColour } from './palette.ts';

/** Words for values below each bound; the last row covers the rest. */
type Scale = readonly (readonly [below: number, words: string])[];

const keys: Scale = [
  [0.25, 'very dark, low-key light'],
  [0.42, 'dark, subdued light'],
  [0.65, 'balanced mid-tone light'],
  [0.82, 'bright light'],
  [Number.POSITIVE_INFINITY, 'very bright, high-key light'],
];
const contrasts: Scale = [
  [0.04, 'almost no contrast'],
  [0.12, 'soft, low contrast'],
  [0.22, 'moderate contrast'],
  [Number.POSITIVE_INFINITY, 'strong contrast'],
];
const saturations: Scale = [
  [0.012, 'monochrome'],
  [0.045, 'muted colours'],
  [0.1, 'natural colours'],
  [Number.POSITIVE_INFINITY, 'vivid colours'],
];
const temperatures: Scale = [
  [-0.02, 'cool tones'],
  [0.02, 'neutral tones'],
  [Number.POSITIVE_INFINITY, 'warm tones'],
];
const sharpnesses: Scale = [
  [0.05, 'very soft, without hard edges'],
  [0.15, 'soft focus'],
  [0.35, 'clear edges'],
  [Number.POSITIVE_INFINITY, 'crisp, hard edges'],
];
const details: Scale = [
  [0.004, 'flat, almost empty surfaces'],
  [0.02, 'calm, simple surfaces'],
  [0.06, 'moderately detailed'],
  [Number.POSITIVE_INFINITY, 'busy, highly detailed'],
];
const cells = [
  'upper left',
  'upper centre',
  'upper right',
  'middle left',
  'centre',
  'middle right',
  'lower left',
  'lower centre',
  'lower right',
] as const;
const ratios: readonly (readonly [ratio: number, name: string])[] = [
  [1, '1:1'],
  [5 / 4, '5:4'],
  [4 / 3, '4:3'],
  [3 / 2, '3:2'],
  [16 / 10, '16:10'],
  [16 / 9, '16:9'],
  [2, '2:1'],
  [21 / 9, '21:9'],
  [3, '3:1'],
];

/** `wide 16:9 landscape`. */
export function shapeInWords(width: number, height: number): string {
  const ratio = Math.max(width, height) / Math.min(width, height);
  const near = ratios.find(([known]) => Math.abs(known - ratio) / known < 0.02)?.[1];
  if (ratio < 1.02) return 'square 1:1 format';
  const name = near ?? `${ratio.toFixed(2)}:1`;
  if (width < height)
    return `${ratio >= 1.7 ? 'tall ' : ''}${name.split(':').toReversed().join(':')} portrait`;
  return `${ratio >= 1.7 ? 'wide ' : ''}${name} landscape`;
}

const colouredFrom = 0.05;

function saturationInWords(chroma: number, palette: readonly PaletteColour[]): string {
  const accent = accentOf(palette);
  if (accent !== undefined) return `neutral with ${withArticle(accent.name)} accent`;
  const saturation = word(saturations, chroma);
  const isColoured = palette.some((colour) => chromaOf(colour) >= colouredFrom);
  return saturation === 'monochrome' && isColoured ? 'muted colours' : saturation;
}

/** `an olive`, `a red`. */
function withArticle(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

export function lightInWords(
  { lightness, contrast, chroma, warmth }: Light,
  palette: readonly PaletteColour[],
): string {
  const saturation = saturationInWords(chroma, palette);
  const isNeutral = saturation === 'monochrome' || saturation.startsWith('neutral');
  const tones = isNeutral ? [] : [word(temperatures, warmth)];
  return [word(keys, lightness), word(contrasts, contrast), saturation, ...tones].join(', ');
}

/** `navy #14204f (41 %), …`, at most six. */
export function paletteInWords(palette: readonly PaletteColour[]): string {
  return palette.map(({ name, hex, share }) => `${name} ${hex} (${Math.round(share * 100)} %)`).join(', ');
}

export function focusInWords({ sharpness, detail }: Composition): string {
  return `${word(sharpnesses, sharpness)}, ${word(details, detail)}`;
}

export function massInWords(composition: Composition): string {
  const { detail, busiestShare, busiestCell, brightestCell } = composition;
  if (detail < 0.0005) return 'one even surface';
  const mass =
    busiestShare < 0.16 ? 'detail spread evenly over the frame' : `most detail in the ${cells[busiestCell]}`;
  return `${mass}, brightest in the ${cells[brightestCell]}`;
}

export function cameraInWords(camera: CameraFacts): string {
  const { exposureSeconds: exposure } = camera;
  return [
    camera.camera,
    camera.lens,
    camera.focalLengthMm && `${round(camera.focalLengthMm)} mm`,
    camera.aperture && `f/${round(camera.aperture)}`,
    exposure && (exposure < 0.5 ? `1/${Math.round(1 / exposure)} s` : `${round(exposure)} s`),
    camera.iso && `ISO ${Math.round(camera.iso)}`,
    camera.takenOn && `taken on ${camera.takenOn}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

function word(scale: Scale, value: number): string {
  return scale.find(([below]) => value < below)?.[1] ?? '';
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
