import type { Piece } from './piece.ts';

/** Columns whose starts differ by less than this, in font sizes, are one. */
const sameColumn = 0.6;
/** A gap between columns above this, in median distances, begins a paragraph. */
const paragraphDistances = 1.8;

interface Column {
  readonly x: number;
  readonly pieces: readonly Piece[];
}

function columnsOf(pieces: readonly Piece[]): readonly Column[] {
  const columns: { x: number; pieces: Piece[] }[] = [];
  for (const piece of pieces.toSorted((a, b) => b.x - a.x)) {
    const last = columns.at(-1);
    if (last !== undefined && last.x - piece.x < sameColumn * piece.size) last.pieces.push(piece);
    else columns.push({ x: piece.x, pieces: [piece] });
  }
  return columns;
}

/** Text that is written from top to bottom, as in Japanese books: columns from right to left, a line for each. */
export function verticalText(pieces: readonly Piece[]): string {
  const columns = columnsOf(pieces);
  const distances = columns.slice(1).map(({ x }, index) => (columns[index]?.x ?? x) - x);
  const usual = distances.toSorted((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
  return columns
    .map(({ pieces: parts }, index) => {
      const line = parts
        .toSorted((a, b) => b.y - a.y || a.order - b.order)
        .map(({ text }) => text)
        .join('');
      return (distances[index - 1] ?? 0) > paragraphDistances * usual ? `\n${line}` : line;
    })
    .join('\n');
}
