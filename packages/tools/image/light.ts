import { chroma, type Oklab } from './oklab.ts';

/** Shares and means over all opaque pixels; lightness from 0 to 1. */
export interface Light {
  readonly lightness: number;
  /** Standard deviation of the lightness. */
  readonly contrast: number;
  readonly chroma: number;
  /** Positive is warm, negative cool: the mean of the blue-yellow and green-red axes. */
  readonly warmth: number;
}

export function lightOf(colours: readonly Oklab[]): Light {
  const mean = (value: (colour: Oklab) => number) =>
    colours.reduce((sum, colour) => sum + value(colour), 0) / Math.max(1, colours.length);
  const lightness = mean(([l]) => l);
  return {
    lightness,
    contrast: Math.sqrt(mean(([l]) => (l - lightness) ** 2)),
    chroma: mean(chroma),
    warmth: mean(([, a, b]) => b + 0.5 * a),
  };
}
