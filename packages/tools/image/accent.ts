import { chroma, oklab } from './oklab.ts';
import type { PaletteColour } from './palette.ts';

const colouredFrom = 0.09;
const neutralBelow = 0.045;
const accentShareMax = 0.2;

/** Distance from grey, 0 to 0.4. */
export function chromaOf({ hex }: PaletteColour): number {
  const rgb = Number.parseInt(hex.slice(1), 16);
  return chroma(oklab((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255));
}

/** The one strong colour in a picture of neutral ones; undefined where there is none or are many. */
export function accentOf(palette: readonly PaletteColour[]): PaletteColour | undefined {
  const coloured = palette.filter((colour) => chromaOf(colour) >= colouredFrom);
  const share = coloured.reduce((sum, colour) => sum + colour.share, 0);
  const neutral = palette.filter((colour) => chromaOf(colour) < neutralBelow);
  const neutralShare = neutral.reduce((sum, colour) => sum + colour.share, 0);
  return share > 0 && share <= accentShareMax && neutralShare >= 0.7 ? coloured[0] : undefined;
}
