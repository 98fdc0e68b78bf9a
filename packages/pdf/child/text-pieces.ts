import type { PDFPageProxy, TextContent, TextItem } from './pdfjs.ts';
import type { Piece } from '../layout/piece.ts';

const degrees = 180 / Math.PI;
/** Text that is a few degrees off is treated as straight. */
const angleStep = 10;

function isItem(item: TextContent['items'][number]): item is TextItem {
  return 'str' in item;
}

function angleOf([a = 1, b = 0]: readonly number[]): number {
  const angle = Math.round((Math.atan2(b, a) * degrees) / angleStep) * angleStep;
  return (angle + 360) % 360;
}

/** Whether a piece is completely outside the visible page, where some files leave unused text. */
function isOutside(
  { x, y, width, size }: Piece,
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
): boolean {
  const extent = Math.max(width, size);
  return x + extent < left || x - extent > right || y + extent < bottom || y - extent > top;
}

/** The text of a page with its positions, in drawing order. */
export function piecesOf(content: TextContent, view: PDFPageProxy['view']): Piece[] {
  const pieces: Piece[] = [];
  let hasSpaceBefore = false;
  for (const item of content.items) {
    if (!isItem(item)) continue;
    const text = item.str.replaceAll('\u0000', '');
    if (text.trim() === '') {
      hasSpaceBefore ||= text !== '';
      continue;
    }
    const transform = item.transform as readonly number[];
    const fontSize = Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
    // The height of vertical text is the length of its column.
    const isVertical = item.dir === 'ttb';
    const size = (isVertical ? fontSize : item.height || fontSize) || 1;
    const piece: Piece = {
      text: isVertical ? text : withoutOverprint(text, item.width, size),
      x: transform[4] ?? 0,
      y: transform[5] ?? 0,
      width: item.width,
      size,
      angle: angleOf(transform),
      rtl: item.dir === 'rtl',
      ...(isVertical && { isVertical }),
      hasSpaceBefore,
      order: pieces.length,
    };
    hasSpaceBefore = false;
    if (!isOutside(piece, view)) pieces.push(piece);
  }
  return pieces;
}

/** Letters narrower than this on average (in font sizes) cannot stand beside each other. */
const averageWidthMin = 0.3;

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/**
 * Text that was drawn several times with small offsets to look bold, as an engine that joins close letters reads it:
 * each letter as often as it was drawn. Other text is given back as it is.
 */
export function withoutOverprint(text: string, width: number, size: number): string {
  // Most text is wide enough, also if each code unit were a letter.
  if (width >= averageWidthMin * size * text.length) return text;
  const runs = text.match(/(\S)\1*|\s+/gu) ?? [];
  const letters = runs.filter((run) => run.trim() !== '').map((run) => Array.from(run).length);
  const isOverprinted =
    letters.length > 1 &&
    letters.every((count) => count > 1) &&
    width < averageWidthMin * size * Array.from(text).length;
  if (!isOverprinted) return text;
  const times = letters.reduce(divisor);
  return runs
    .map((run) => {
      const [letter = '', ...more] = Array.from(run);
      if (run.trim() === '') return run;
      return letter.repeat(times > 1 ? (more.length + 1) / times : 1);
    })
    .join('');
}
