import type { RawShape } from './decoder.ts';

/** What a picture is, as far as its surfaces and edges tell. */
export type PictureKind =
  | 'photograph'
  | 'screenshot'
  | 'chart or diagram'
  | 'page of text'
  | 'line drawing'
  | 'logo or icon'
  | 'flat illustration'
  | 'plain surface';

/** Differences of a channel that are noise of a lossy format. */
const noise = 6;
const edge = 40;
/** An edge of this many pixels in a row is a line. */
const lineMin = 16;

export interface Surfaces {
  /** Share of pixels that are as their neighbours to the right and below. */
  readonly flatShare: number;
  /** Share of edges that lie in long horizontal or vertical lines. */
  readonly straightShare: number;
  /** Share of pixels at an edge. */
  readonly edgeShare: number;
  /** Distinct colours, in steps of 16 for each channel, that cover at least 0.1 % each. */
  readonly colours: number;
  /** How often rows with edges and rows without change, for each 100 rows. */
  readonly rowChanges: number;
}

/** Measures surfaces and edges of raw pixels of at least three channels. */
export function surfacesOf(data: Buffer, { width, height, channels }: RawShape): Surfaces {
  const difference = (one: number, other: number) =>
    Math.max(
      Math.abs((data[one] ?? 0) - (data[other] ?? 0)),
      Math.abs((data[one + 1] ?? 0) - (data[other + 1] ?? 0)),
      Math.abs((data[one + 2] ?? 0) - (data[other + 2] ?? 0)),
    );
  const counts = new Map<number, number>();
  const columnRuns = new Int32Array(width);
  let [flat, edges, straight, rowsChanged, wasBusy] = [0, 0, 0, 0, false];
  for (let y = 0; y < height; y += 1) {
    let [rowRun, rowEdges] = [0, 0];
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      const colour =
        (((data[at] ?? 0) >> 4) << 8) | (((data[at + 1] ?? 0) >> 4) << 4) | ((data[at + 2] ?? 0) >> 4);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
      const right = x + 1 < width ? difference(at, at + channels) : 0;
      const below = y + 1 < height ? difference(at, at + width * channels) : 0;
      if (right <= noise && below <= noise) flat += 1;
      if (right >= edge || below >= edge) [edges, rowEdges] = [edges + 1, rowEdges + 1];
      rowRun = below >= edge ? rowRun + 1 : 0;
      columnRuns[x] = right >= edge ? (columnRuns[x] ?? 0) + 1 : 0;
      if (rowRun >= lineMin || (columnRuns[x] ?? 0) >= lineMin) straight += 1;
    }
    const isBusy = rowEdges > width / 50;
    if (isBusy !== wasBusy) rowsChanged += 1;
    wasBusy = isBusy;
  }
  const pixels = Math.max(1, width * height);
  return {
    flatShare: flat / pixels,
    straightShare: edges === 0 ? 0 : Math.min(1, straight / edges),
    edgeShare: edges / pixels,
    colours: [...counts.values()].filter((count) => count >= pixels / 1000).length,
    rowChanges: (100 * rowsChanged) / Math.max(1, height),
  };
}

interface Traits extends Surfaces {
  readonly transparentShare: number;
  /** Share of the pixels that have the colour of the plain ground; 0 without one. */
  readonly groundShare: number;
  readonly isGroundLight: boolean;
  /** Mean distance from grey, 0 to 0.4. */
  readonly chroma: number;
}

/** The likeliest kind; the first whose signs are all there. */
export function pictureKind(traits: Traits): PictureKind {
  const { flatShare, straightShare, edgeShare, colours, rowChanges } = traits;
  const { transparentShare, groundShare, isGroundLight, chroma } = traits;
  const isPaper = isGroundLight && groundShare > 0.5;
  const kinds: readonly (readonly [PictureKind, boolean])[] = [
    ['plain surface', edgeShare < 0.0005 && flatShare > 0.97],
    ['logo or icon', transparentShare > 0.1 && colours <= 40],
    ['photograph', flatShare < 0.5 || (colours > 150 && flatShare < 0.75)],
    ['page of text', isPaper && chroma < 0.02 && rowChanges > 6 && edgeShare > 0.02 && straightShare < 0.35],
    ['line drawing', isPaper && chroma < 0.02 && straightShare < 0.35],
    ['chart or diagram', isPaper && straightShare > 0.15 && colours <= 60 && edgeShare < 0.08],
    ['screenshot', straightShare > 0.15],
    ['flat illustration', true],
  ];
  return kinds.find(([, applies]) => applies)?.[0] ?? 'photograph';
}
