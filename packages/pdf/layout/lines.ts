import type { Piece } from './piece.ts';

/** Adjacent pieces of a line without a wide gap between them; never empty. */
export interface Segment {
  readonly pieces: readonly Piece[];
  readonly start: number;
  readonly end: number;
}

/** The segments on one baseline, from left to right. */
export interface Line {
  readonly y: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}

/** A gap this wide (in font sizes) may separate columns; the stretched spaces of justified text are narrower. */
const segmentGap = 0.8;
const baselineTolerance = 0.35;
/** Superscripts and subscripts: smaller, and within this distance of the baseline. */
const scriptReach = 0.6;
const scriptSize = 0.85;

interface Row {
  y: number;
  size: number;
  readonly pieces: Piece[];
}

function belongsTo(row: Row, piece: Piece): boolean {
  const distance = Math.abs(row.y - piece.y);
  if (distance <= baselineTolerance * Math.min(row.size, piece.size)) return true;
  const [small, large] = [Math.min(row.size, piece.size), Math.max(row.size, piece.size)];
  return small <= scriptSize * large && distance <= scriptReach * large && touches(row, piece);
}

/** A superscript or subscript is adjacent to its base text; a separate line of small text is not. */
function touches(row: Row, piece: Piece): boolean {
  return row.pieces.some(
    ({ x, width, size }) =>
      Math.abs(piece.x - (x + width)) < 0.3 * size || Math.abs(x - (piece.x + piece.width)) < 0.3 * size,
  );
}

function addTo(row: Row, piece: Piece): void {
  row.pieces.push(piece);
  // The largest text determines the baseline, so that a leading superscript does not.
  if (piece.size > row.size * 1.1) {
    row.y = piece.y;
    row.size = piece.size;
  }
}

function rowsOf(pieces: readonly Piece[]): Row[] {
  const rows: Row[] = [];
  for (const piece of pieces.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    // Sorted from the top, so only the latest rows can be close enough.
    const row = rows.slice(-3).find((candidate) => belongsTo(candidate, piece));
    if (row) addTo(row, piece);
    else rows.push({ y: piece.y, size: piece.size, pieces: [piece] });
  }
  return joined(rows.sort((a, b) => b.y - a.y));
}

/** A superscript begins a row before its line does, and takes the rest of the line along. */
function joined(rows: readonly Row[]): Row[] {
  const lines: Row[] = [];
  for (const row of rows) {
    const above = lines.at(-1);
    const isSame = above && above.y - row.y <= baselineTolerance * Math.min(above.size, row.size);
    if (isSame) for (const piece of row.pieces) addTo(above, piece);
    else lines.push(row);
  }
  return lines;
}

/** Some producers simulate bold by drawing the same text twice with a small offset. */
function isOverprint(piece: Piece, before: Piece | undefined): boolean {
  return (
    before !== undefined &&
    before.text === piece.text &&
    Math.abs(before.x - piece.x) < 0.2 * piece.size &&
    Math.abs(before.y - piece.y) < 0.2 * piece.size
  );
}

function segmentsOf(pieces: readonly Piece[]): Segment[] {
  const segments: { pieces: Piece[]; start: number; end: number }[] = [];
  for (const piece of pieces.toSorted((a, b) => a.x - b.x || a.order - b.order)) {
    const open = segments.at(-1);
    if (isOverprint(piece, open?.pieces.at(-1))) continue;
    const end = piece.x + piece.width;
    if (open && piece.x - open.end < segmentGap * piece.size) {
      open.pieces.push(piece);
      open.end = Math.max(open.end, end);
    } else {
      segments.push({ pieces: [piece], start: piece.x, end });
    }
  }
  return segments;
}

/** Groups pieces into lines, from the top of the page to the bottom. */
export function linesOf(pieces: readonly Piece[]): readonly Line[] {
  return rowsOf(pieces).map(({ y, size, pieces }) => ({ y, size, segments: segmentsOf(pieces) }));
}
