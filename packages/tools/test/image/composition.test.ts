import { describe, expect, it } from 'vitest';
import { compositionOf } from '#tools/image/composition.ts';

function picture(lightness: (x: number, y: number) => number, side = 30) {
  const values = Float64Array.from({ length: side * side }, (_, index) =>
    lightness(index % side, Math.floor(index / side)),
  );
  return compositionOf({ width: side, height: side, lightness: values });
}

describe('compositionOf', () => {
  it('finds nothing in an even surface', () => {
    expect(picture(() => 0.5)).toMatchObject({
      detail: 0,
      sharpness: 0,
    });
  });

  it.each([
    ['upper left', 4, 4, 0],
    ['centre', 14, 14, 4],
    ['lower right', 24, 24, 8],
  ])('finds a light spot in the %s', (_, x, y, cell) => {
    const spot = picture((column, row) => (Math.hypot(column - x, row - y) < 3 ? 1 : 0));
    expect(spot).toMatchObject({ brightestCell: cell, busiestCell: cell, busiestShare: 1 });
  });

  it('calls a hard edge sharper than a ramp', () => {
    const hard = picture((x) => (x < 15 ? 0 : 1));
    expect(hard.sharpness).toBeGreaterThan(picture((x) => x / 30).sharpness * 5);
  });

  it('takes a picture of one pixel', () => {
    expect(picture(() => 1, 1)).toMatchObject({ detail: 0, brightestCell: 0 });
  });
});
