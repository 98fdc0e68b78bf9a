import { colourName } from './colour-names.ts';
import { distanceSquared, type Oklab } from './oklab.ts';

export interface PaletteColour {
  readonly name: string;
  /** `#rrggbb` of the most typical pixel. */
  readonly hex: string;
  readonly share: number;
}

export interface Pixel {
  readonly colour: Oklab;
  readonly hex: string;
}

const clustersMax = 6;
const rounds = 12;
/** Squared distance below which two cluster centres look the same. */
const sameLook = 0.03 ** 2;

/** The main colours, largest share first. Deterministic. */
export function paletteOf(pixels: readonly Pixel[]): PaletteColour[] {
  let centres = spreadOut(pixels);
  let members = assign(pixels, centres);
  for (let round = 0; round < rounds; round += 1) {
    centres = centres.map((centre, index) => meanOf(pixels, members, index) ?? centre);
    members = assign(pixels, centres);
  }
  const colours = centres.map((centre, index) => {
    const own = pixels.filter((_, position) => members[position] === index);
    const typical = nearestPixel(own, centre);
    // Named after the pixel that is shown: a mean may be a colour that the picture does not have.
    return {
      name: colourName(typical.colour),
      hex: typical.hex,
      share: own.length / pixels.length,
    };
  });
  return mergedByName(colours.filter(({ share }) => share >= 0.01)).toSorted(
    (one, other) => other.share - one.share,
  );
}

/** Farthest-point initialisation: starts with the first pixel and stops when no remaining one looks different. */
function spreadOut(pixels: readonly Pixel[]): Oklab[] {
  const [first] = pixels;
  if (!first) return [];
  const centres = [first.colour];
  const distances = pixels.map(({ colour }) => distanceSquared(colour, first.colour));
  while (centres.length < clustersMax) {
    const farthest = distances.indexOf(distances.reduce((most, distance) => Math.max(most, distance), 0));
    const next = pixels[farthest];
    if (!next || (distances[farthest] ?? 0) < sameLook) break;
    centres.push(next.colour);
    for (const [index, { colour }] of pixels.entries()) {
      distances[index] = Math.min(distances[index] ?? 0, distanceSquared(colour, next.colour));
    }
  }
  return centres;
}

function assign(pixels: readonly Pixel[], centres: readonly Oklab[]): number[] {
  return pixels.map(({ colour }) => {
    const distances = centres.map((centre) => distanceSquared(colour, centre));
    return distances.indexOf(Math.min(...distances));
  });
}

function meanOf(pixels: readonly Pixel[], members: readonly number[], index: number): Oklab | undefined {
  const sum = [0, 0, 0];
  let count = 0;
  for (const [position, { colour }] of pixels.entries()) {
    if (members[position] !== index) continue;
    count += 1;
    for (const axis of [0, 1, 2] as const) sum[axis] = (sum[axis] ?? 0) + colour[axis];
  }
  return count === 0 ? undefined : [(sum[0] ?? 0) / count, (sum[1] ?? 0) / count, (sum[2] ?? 0) / count];
}

function nearestPixel(pixels: readonly Pixel[], centre: Oklab): Pixel {
  let nearest = { pixel: { hex: '#000000', colour: centre }, distance: Number.POSITIVE_INFINITY };
  for (const pixel of pixels) {
    const distance = distanceSquared(pixel.colour, centre);
    if (distance < nearest.distance) nearest = { pixel, distance };
  }
  return nearest.pixel;
}

/** Merges colours with the same name; the one with the larger share keeps its value. */
function mergedByName(colours: readonly PaletteColour[]): PaletteColour[] {
  const byName = new Map<string, PaletteColour>();
  for (const colour of colours.toSorted((one, other) => other.share - one.share)) {
    const known = byName.get(colour.name);
    byName.set(colour.name, known ? { ...known, share: known.share + colour.share } : colour);
  }
  return [...byName.values()];
}
