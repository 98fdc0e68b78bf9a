import type { Segment } from './lines.ts';
import type { Piece } from './piece.ts';

/** A gap (in font sizes) that is a blank between words; between ideographs only a wide one is. */
const wordGap = 0.18;
const ideographGap = 0.6;
/** From here on a gap separates things that are not one sentence. */
const cellGap = 1.2;

// Korean has blanks between words, like Latin.
const ideograph = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

function gapBetween(left: Piece, right: Piece): number {
  return (right.x - left.x - left.width) / Math.min(left.size, right.size);
}

/** Whether a blank was drawn between the two, whichever came first: in a line that runs to the left, the later piece did. */
function hasBlankBetween(before: Piece, piece: Piece): boolean {
  const [first, second] = before.order < piece.order ? [before, piece] : [piece, before];
  return second.spaced && second.order === first.order + 1;
}

function separator(before: Piece, piece: Piece, gap: number): string {
  if (gap >= cellGap) return '\t';
  if (/\s$/.test(before.text) || /^\s/.test(piece.text)) return '';
  const ideographs = ideograph.test(before.text.slice(-1)) && ideograph.test(piece.text.slice(0, 1));
  return gap > (ideographs ? ideographGap : wordGap) || (hasBlankBetween(before, piece) && !ideographs)
    ? ' '
    : '';
}

function isRightToLeft(pieces: readonly Piece[]): boolean {
  const balance = pieces.reduce((sum, { rtl, text }) => sum + (rtl ? text.length : -text.length), 0);
  return balance > 0;
}

/** In a line that runs to the left, words of a script that runs to the right keep their order among themselves. */
function turnAround(pieces: readonly Piece[]): Piece[] {
  const turned: Piece[] = [];
  let run: Piece[] = [];
  for (const piece of pieces.toReversed()) {
    if (piece.rtl) {
      turned.push(...run, piece);
      run = [];
    } else {
      run.unshift(piece);
    }
  }
  return [...turned, ...run];
}

/** The text of segments that stand on one line, blanks and tabs put where the gaps are. */
export function lineText(segments: readonly Segment[]): string {
  const pieces = segments.flatMap(({ pieces }) => pieces);
  const ordered = isRightToLeft(pieces) ? turnAround(pieces) : pieces;
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
