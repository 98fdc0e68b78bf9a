import { colourName } from './colour-names.ts';
import type { RawShape } from './decoder.ts';
import { distanceSquared, type Oklab } from './oklab.ts';

/** One colour that surrounds what is shown. */
export interface Ground {
  readonly name: string;
}

const frameShare = 0.03;
const sameColour = 0.035 ** 2;
const frameMin = 0.9;

/** The plain ground of a picture whose frame has one colour; undefined where it has several. */
export function groundOf(colours: readonly Oklab[], { width, height }: RawShape): Ground | undefined {
  const depth = Math.max(1, Math.round(Math.min(width, height) * frameShare));
  const isFrame = (index: number) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return x < depth || y < depth || x >= width - depth || y >= height - depth;
  };
  const frame = colours.filter((_, index) => isFrame(index));
  const middle = (axis: 0 | 1 | 2) =>
    frame.map((colour) => colour[axis]).toSorted((a, b) => a - b)[Math.floor(frame.length / 2)] ?? 0;
  const typical: Oklab = [middle(0), middle(1), middle(2)];
  const alike = (colour: Oklab) => distanceSquared(colour, typical) < sameColour;
  if (frame.filter(alike).length < frameMin * frame.length) return undefined;
  return { name: colourName(typical) };
}
