/** Lightness of a downscaled copy of the image, row by row. */
export interface Greyscale {
  readonly width: number;
  readonly height: number;
  readonly lightness: Float64Array;
}

export interface Composition {
  /** Mean difference of a pixel from its neighbours: edge density. */
  readonly detail: number;
  /** Strength of the strongest edges, which blur reduces first. */
  readonly sharpness: number;
  /** Cells of a 3×3 grid, 0 to 8 row by row. */
  readonly brightestCell: number;
  readonly busiestCell: number;
  /** Share of all edges in the busiest cell; 1/9 if they are spread evenly. */
  readonly busiestShare: number;
}

export function compositionOf(picture: Greyscale): Composition {
  const { width, height } = picture;
  const at = (x: number, y: number) => picture.lightness[y * width + x] ?? 0;
  const cells = Array.from({ length: 9 }, () => ({ light: 0, edges: 0, count: 0 }));
  const edges: number[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const right = Math.abs(at(x, y) - at(Math.min(width - 1, x + 1), y));
      const below = Math.abs(at(x, y) - at(x, Math.min(height - 1, y + 1)));
      const cell = cells[3 * Math.floor((3 * y) / height) + Math.floor((3 * x) / width)];
      edges.push(right + below);
      if (!cell) continue;
      cell.light += at(x, y);
      cell.edges += right + below;
      cell.count += 1;
    }
  }
  const total = edges.reduce((sum, edge) => sum + edge, 0);
  const ranked = edges.toSorted((one, other) => other - one);
  const edgesOf = cells.map((cell) => cell.edges / Math.max(1, cell.count));
  const busiest = indexOfLargest(edgesOf);
  return {
    detail: total / Math.max(1, edges.length),
    sharpness: ranked[Math.floor(ranked.length / 500)] ?? 0,
    brightestCell: indexOfLargest(cells.map(({ light, count }) => light / Math.max(1, count))),
    busiestCell: busiest,
    busiestShare: total === 0 ? 1 / 9 : (cells[busiest]?.edges ?? 0) / total,
  };
}

function indexOfLargest(values: readonly number[]): number {
  return values.reduce((best, value, index) => (value > (values[best] ?? 0) ? index : best), 0);
}
