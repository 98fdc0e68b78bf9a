import type { Segment } from './lines.ts';
import type { Piece } from './piece.ts';

/** A gap this wide (in font sizes) is a space between words; between ideographs it must be wider. */
const wordGap = 0.18;
const ideographGap = 0.6;
/** A gap this wide separates cells instead of words. */
const cellGap = 1.2;

// Korean puts spaces between words, so Hangul is not included.
const ideograph = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

function gapBetween(left: Piece, right: Piece): number {
  return (right.x - left.x - left.width) / Math.min(left.size, right.size);
}

/** Whether a space was drawn between two pieces, in either order: some files draw right-to-left lines from the left. */
function hasSpaceBetween(before: Piece, piece: Piece): boolean {
  const [first, second] = before.order < piece.order ? [before, piece] : [piece, before];
  return second.hasSpaceBefore && second.order === first.order + 1;
}

function separator(before: Piece, piece: Piece, gap: number): string {
  if (gap >= cellGap) return '\t';
  if (/\s$/.test(before.text) || /^\s/.test(piece.text)) return '';
  const ideographs = ideograph.test(before.text.slice(-1)) && ideograph.test(piece.text.slice(0, 1));
  return gap > (ideographs ? ideographGap : wordGap) || (hasSpaceBetween(before, piece) && !ideographs)
    ? ' '
    : '';
}

function isRightToLeft(pieces: readonly Piece[]): boolean {
  const balance = pieces.reduce((sum, { rtl, text }) => sum + (rtl ? text.length : -text.length), 0);
  return balance > 0;
}

/** Reverses the pieces of a right-to-left line; consecutive left-to-right pieces keep their order. */
function inReadingOrder(pieces: readonly Piece[]): Piece[] {
  const ordered: Piece[] = [];
  let run: Piece[] = [];
  for (const piece of pieces.toReversed()) {
    if (piece.rtl) {
      ordered.push(...run, piece);
      run = [];
    } else {
      run.unshift(piece);
    }
  }
  return [...ordered, ...run];
}

/** Words that are set wide apart have gaps that are all alike; cells have not. */
const stretchedGapMax = 3;
const alike = 1.5;
const stretchedGapsMin = 3;

function isStretched(gaps: readonly number[]): boolean {
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
  return (
    gaps.length >= stretchedGapsMin && least >= cellGap && most <= stretchedGapMax && most <= alike * least
  );
}

export function plainLineText(segments: readonly Segment[]): string {
  const pieces = segments.flatMap(({ pieces }) => pieces);
  const gaps = pieces.slice(1).map((piece, at) => gapBetween(pieces[at] ?? piece, piece));
  const text = lineText(segments);
  return isStretched(gaps) ? text.replaceAll('\t', ' ') : text;
}

/** The text of the segments of one line, with spaces and tabs for the gaps. */
export function lineText(segments: readonly Segment[]): string {
  const pieces = segments.flatMap(({ pieces }) => pieces);
  const ordered = isRightToLeft(pieces) ? inReadingOrder(pieces) : pieces;
  let text = '';
  let before: Piece | undefined;
  for (const piece of ordered) {
    if (before) {
      const gap = before.x <= piece.x ? gapBetween(before, piece) : gapBetween(piece, before);
      text += separator(before, piece, gap);
    }
    text += piece.text;
    before = piece;
  }
  return text.replace(/ *\t[ \t]*/g, '\t').trimEnd();
}
