import { areColumns } from './columns.ts';
import { cellsOf, commonGutters, runAt, type Gutter } from './gutters.ts';
import { lineText } from './line-text.ts';
import { linesOf, type Line } from './lines.ts';
import { straighten, type Piece } from './piece.ts';

/** Lines that are read together; blocks are set apart by a blank line. */
type Block = readonly { readonly y: number; readonly size: number; readonly text: string }[];

/** Distance between baselines, in usual distances and in font sizes, from which a new paragraph begins. */
const paragraphLeadings = 1.4;
const paragraphSizes = 1.5;
/** From this distance on (in font sizes) it does, however the other lines stand. */
const apartSizes = 3;

function plainBlock(lines: readonly Line[]): Block {
  return lines.map((line) => ({ y: line.y, size: line.size, text: lineText(line.segments) }));
}

/** Rows of a table: cells apart by tabs, an empty cell where a row has nothing. */
function tableBlock(lines: readonly Line[], gutters: readonly Gutter[]): Block {
  return lines.map((line) => ({
    y: line.y,
    size: line.size,
    text: cellsOf(line, gutters).map(lineText).join('\t').trimEnd(),
  }));
}

function sidesOf(lines: readonly Line[], gutters: readonly Gutter[]): Line[][] {
  const sides: Line[][] = Array.from({ length: gutters.length + 1 }, () => []);
  for (const line of lines) {
    cellsOf(line, gutters).forEach((segments, index) => {
      if (segments.length > 0) sides[index]?.push({ ...line, segments });
    });
  }
  return sides;
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Block[];
}

/** Columns or a table at line `at`, if its lines share stripes; none when they are just lines with a wide gap. */
function findBlocks(lines: readonly Line[], at: number, floor: number): Found | undefined {
  const run = runAt(lines, at, floor);
  if (!run) return undefined;
  const whole = lines.slice(run.from, run.to);
  const sides = sidesOf(whole, commonGutters(whole));
  if (sides.length > 1 && areColumns(sides)) return { ...run, blocks: sides.flatMap(blocksOf) };
  const rows = lines.slice(run.rows.from, run.rows.to);
  const gutters = commonGutters(rows);
  const isTable = sidesOf(rows, gutters).filter((side) => side.length > 1).length > 1;
  return isTable ? { ...run.rows, blocks: [tableBlock(rows, gutters)] } : undefined;
}

function blocksOf(lines: readonly Line[]): readonly Block[] {
  const blocks: Block[] = [];
  let floor = 0;
  for (let at = 0; at < lines.length;) {
    const found = findBlocks(lines, at, floor);
    if (!found) {
      at += 1;
      continue;
    }
    if (found.from > floor) blocks.push(plainBlock(lines.slice(floor, found.from)));
    blocks.push(...found.blocks);
    floor = at = found.to;
  }
  if (floor < lines.length) blocks.push(plainBlock(lines.slice(floor)));
  return blocks;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function startsParagraph(distance: number, leading: number, size: number): boolean {
  if (distance > apartSizes * size) return true;
  return distance > paragraphLeadings * leading && distance > paragraphSizes * size;
}

function blockText(block: Block): string {
  const distances = block.slice(1).map(({ y }, index) => (block[index]?.y ?? y) - y);
  const leading = median(distances);
  return block
    .map(({ text, size }, index) =>
      startsParagraph(distances[index - 1] ?? 0, leading, size) ? `\n${text}` : text,
    )
    .join('\n');
}

/** Text that runs in one direction, and how much of it there is. */
function anglesOf(pieces: readonly Piece[]): Piece[][] {
  const groups = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const group = groups.get(piece.angle);
    if (group) group.push(piece);
    else groups.set(piece.angle, [piece]);
  }
  const weight = (group: readonly Piece[]) => group.reduce((sum, { text }) => sum + text.length, 0);
  return [...groups.values()].sort((a, b) => weight(b) - weight(a));
}

/**
 * The text of a page as a person reads it: columns one after the other, tables row by row with tabs between the cells,
 * paragraphs apart by a blank line. Text that runs another way than most of the page comes last.
 */
export function pageText(pieces: readonly Piece[]): string {
  return anglesOf(pieces)
    .flatMap((group) => blocksOf(linesOf(group.map(straighten))))
    .map(blockText)
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}
