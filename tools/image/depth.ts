import type { Greyscale } from './composition.ts';

const side = 3;
const centre = 4;
/** Strength of an edge that is in focus. */
const sharpMin = 0.16;
/** What is out of focus has edges of less than this share of the sharpest. */
const blurredShare = 0.45;
const blurredCellsMin = 5;

/** The strongest edges of each cell of a 3×3 grid. */
function sharpnessOfCells({ width, height, lightness }: Greyscale): readonly number[] {
  const cells = Array.from({ length: side * side }, (): number[] => []);
  for (let y = 0; y + 1 < height; y += 1) {
    for (let x = 0; x + 1 < width; x += 1) {
      const at = y * width + x;
      const light = lightness[at] ?? 0;
      const step = Math.max(
        Math.abs(light - (lightness[at + 1] ?? 0)),
        Math.abs(light - (lightness[at + width] ?? 0)),
      );
      cells[side * Math.floor((side * y) / height) + Math.floor((side * x) / width)]?.push(step);
    }
  }
  return cells.map((steps) => steps.toSorted((a, b) => b - a)[Math.floor(steps.length / 200)] ?? 0);
}

/** The cell of a sharp subject before a blurred background, 0 to 8 row by row; undefined if all is equally sharp. */
export function sharpSubject(picture: Greyscale): number | undefined {
  const cells = sharpnessOfCells(picture);
  const sharpest = Math.max(...cells);
  if (sharpest < sharpMin) return undefined;
  // Surfaces without any edge are even, not blurred.
  const blurred = cells.filter((sharpness) => sharpness < blurredShare * sharpest && sharpness > 0.004);
  if (blurred.length < blurredCellsMin) return undefined;
  const isCentral = (cells[centre] ?? 0) > 0.7 * sharpest;
  return isCentral ? centre : cells.indexOf(sharpest);
}
