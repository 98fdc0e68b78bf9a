import type { PDFPageProxy, TextContent, TextItem } from './pdfjs.ts';
import type { Piece } from '../layout/piece.ts';

const degrees = 180 / Math.PI;
/** Text a few degrees off is read along with the straight text. */
const angleStep = 10;

function isItem(item: TextContent['items'][number]): item is TextItem {
  return 'str' in item;
}

function angleOf([a = 1, b = 0]: readonly number[]): number {
  const angle = Math.round((Math.atan2(b, a) * degrees) / angleStep) * angleStep;
  return (angle + 360) % 360;
}

/** Whether a piece has no part on the visible page; some files park leftovers beside it. */
function isOutside(
  { x, y, width, size }: Piece,
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
): boolean {
  const reach = Math.max(width, size);
  return x + reach < left || x - reach > right || y + reach < bottom || y - reach > top;
}

/** What is written on a page, with the places where it stands. */
export function piecesOf(content: TextContent, view: PDFPageProxy['view']): Piece[] {
  const pieces: Piece[] = [];
  let spaced = false;
  for (const item of content.items) {
    if (!isItem(item)) continue;
    const text = item.str.replaceAll('\u0000', '');
    if (text.trim() === '') {
      spaced ||= text !== '';
      continue;
    }
    const transform = item.transform as readonly number[];
    const piece: Piece = {
      text,
      x: transform[4] ?? 0,
      y: transform[5] ?? 0,
      width: item.width,
      size: item.height || Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || 1,
      angle: angleOf(transform),
      rtl: item.dir === 'rtl',
      spaced,
      order: pieces.length,
    };
    spaced = false;
    if (!isOutside(piece, view)) pieces.push(piece);
  }
  return pieces;
}
