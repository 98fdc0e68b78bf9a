import type * as Culori from 'culori';
import type { Color, Rgb } from 'culori';
import { invalid } from '../../refuse.ts';
import { readPrintColor } from './print-colors.ts';
import { loadLibrary } from '../../load-library.ts';

export const colorForms = [
  'hex',
  'rgb',
  'hsl',
  'hwb',
  'lab',
  'lch',
  'oklab',
  'oklch',
  'hsv',
  'cmyk',
  'name',
] as const;
type ColorForm = (typeof colorForms)[number];

/** The library is large, so it is loaded on first use. */
export function loadCulori(): Promise<typeof Culori> {
  return loadLibrary('culori', () => import('culori'));
}

/** Far above any colour value; much larger numbers overflow to NaN. */
const partMax = 1_000_000;

/** Anything that CSS Color 4 allows, hsv(…), cmyk(…), and hex digits without #. */
export async function readColor(text: string, field = 'text'): Promise<Color> {
  const { parse } = await loadCulori();
  /** The parser throws on some texts, such as an angle with an unknown unit. */
  const parsed = (written: string): Color | undefined => {
    try {
      return parse(written);
    } catch {
      return undefined;
    }
  };
  const source = text.trim();
  const isHex = /^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(source);
  // The library knows functions and units in small letters only, where CSS takes any.
  const color = readPrintColor(source) ?? parsed(isHex ? `#${source}` : source.toLowerCase());
  const parts = Object.values(color ?? {}).filter((part) => typeof part === 'number');
  if (color === undefined || !parts.every((part) => Math.abs(part) <= partMax))
    throw invalid(`${field} is not a colour: write #rrggbb, rgb(…), hsl(…), oklch(…) or a CSS name.`);
  return color;
}

/** Tolerance for rounded digits, below what a screen can show. */
const roundingMax = 0.5 / 255;
const isInside = (channel: number): boolean => channel >= -roundingMax && channel <= 1 + roundingMax;

/** Converts to sRGB; a colour outside its gamut loses chroma and keeps lightness and hue. */
export async function inSrgb(color: Color): Promise<Rgb> {
  const { toGamut, clampGamut, converter } = await loadCulori();
  const srgb = converter('rgb')(color);
  if ([srgb.r, srgb.g, srgb.b].every(isInside)) return clampGamut('rgb')(srgb) ?? srgb;
  const mapped = toGamut('rgb', 'oklch')(color);
  return converter('rgb')(clampGamut('rgb')(mapped) ?? mapped);
}

function round(value: number | undefined, digits: number): number {
  const rounded = Number((value ?? 0).toFixed(digits));
  return rounded === 0 ? 0 : rounded;
}

function withAlpha(name: string, parts: readonly string[], alpha: number | undefined): string {
  const tail = alpha === undefined || alpha === 1 ? '' : ` / ${round(alpha, 3)}`;
  return `${name}(${parts.join(' ')}${tail})`;
}

function percent(share: number | undefined, digits = 1): string {
  return `${round((share ?? 0) * 100, digits)}%`;
}

function cmyk({ r, g, b }: Rgb): string {
  const black = 1 - Math.max(r, g, b);
  const ink = (channel: number) => percent(black === 1 ? 0 : (1 - channel - black) / (1 - black));
  return `cmyk(${[ink(r), ink(g), ink(b), percent(black)].join(' ')})`;
}

function rounded(parts: readonly (number | undefined)[], digits: number): string[] {
  return parts.map((part) => String(round(part, digits)));
}

/** A hue of 0 to 360 degrees; 360 is 0. */
function turned(hue: number | undefined): number {
  return (((hue ?? 0) % 360) + 360) % 360;
}

/** CSS notation; hsv and cmyk, which CSS lacks, are written in the same style. */
export async function writeColor(color: Color, form: ColorForm): Promise<string> {
  const { converter, formatHex, formatHex8 } = await loadCulori();
  const srgb = await inSrgb(color);
  const { alpha } = color;
  const writers: Readonly<Record<ColorForm, () => string | Promise<string>>> = {
    hex: () => (alpha === undefined || alpha === 1 ? formatHex(srgb) : formatHex8(srgb)),
    rgb: () => {
      const channels = [srgb.r, srgb.g, srgb.b].map((channel) => channel * 255);
      return withAlpha('rgb', rounded(channels, 0), alpha);
    },
    hsl: () => {
      const { h, s, l } = converter('hsl')(srgb);
      return withAlpha('hsl', [String(round(h, 1)), percent(s), percent(l)], alpha);
    },
    hsv: () => {
      const { h, s, v } = converter('hsv')(srgb);
      return withAlpha('hsv', [String(round(h, 1)), percent(s), percent(v)], alpha);
    },
    hwb: () => {
      const { h, w, b } = converter('hwb')(srgb);
      return withAlpha('hwb', [String(round(h, 1)), percent(w), percent(b)], alpha);
    },
    cmyk: () => cmyk(srgb),
    lab: () => {
      const { l, a, b } = converter('lab')(color);
      return withAlpha('lab', rounded([l, a, b], 3), alpha);
    },
    lch: () => {
      const { l, c, h } = converter('lch')(color);
      return withAlpha('lch', rounded([l, c, turned(h)], 3), alpha);
    },
    oklab: () => {
      const { l, a, b } = converter('oklab')(color);
      return withAlpha('oklab', rounded([l, a, b], 5), alpha);
    },
    oklch: () => {
      const { l, c, h } = converter('oklch')(color);
      return withAlpha('oklch', [...rounded([l, c], 5), ...rounded([turned(h)], 3)], alpha);
    },
    name: () => nearestName(srgb),
  };
  return writers[form]();
}

export async function nearestName(color: Color): Promise<string> {
  const { colorsNamed, differenceCiede2000 } = await loadCulori();
  const difference = differenceCiede2000();
  let [best, least] = ['black', Infinity];
  for (const name of Object.keys(colorsNamed)) {
    const distance = difference(color, name);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}
