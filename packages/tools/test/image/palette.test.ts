import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oklab } from '#tools/image/oklab.ts';
import { paletteOf, type Pixel } from '#tools/image/palette.ts';

const pixel = (rgb: number): Pixel => ({
  colour: oklab((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255),
  hex: `#${rgb.toString(16).padStart(6, '0')}`,
});
const times = (count: number, rgb: number) => Array.from({ length: count }, () => pixel(rgb));

describe('paletteOf', () => {
  it('names the colours, the largest share first', () => {
    expect(paletteOf([...times(30, 0xe01a1a), ...times(60, 0xffffff), ...times(10, 0x14204f)])).toEqual([
      { name: 'white', hex: '#ffffff', share: 0.6 },
      { name: 'red', hex: '#e01a1a', share: 0.3 },
      { name: 'navy', hex: '#14204f', share: 0.1 },
    ]);
  });

  it('gives one colour for an even surface and none for no pixels', () => {
    expect(paletteOf(times(9, 0x808080))).toEqual([{ name: 'grey', hex: '#808080', share: 1 }]);
    expect(paletteOf([])).toEqual([]);
  });

  it('has at most six colours of different names whose shares are at most the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffffff), { minLength: 1, maxLength: 80 }), (colours) => {
        const palette = paletteOf(colours.map(pixel));
        expect(palette.length).toBeLessThanOrEqual(6);
        expect(new Set(palette.map(({ name }) => name)).size).toBe(palette.length);
        expect(palette.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1.000001);
        expect(paletteOf(colours.map(pixel))).toEqual(palette);
      }),
      { numRuns: 50 },
    );
  });
});
