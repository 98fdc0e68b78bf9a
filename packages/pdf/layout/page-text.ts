import { areColumns } from './columns.ts';
import { tableCells } from './cells.ts';
import { cellsOf, commonGutters, runAt, tightGutter, type Gutter } from './gutters.ts';
import { lineText, plainLineText } from './line-text.ts';
import { linesOf, type Line } from './lines.ts';
import { straighten, type Piece } from './piece.ts';
import { verticalText } from './vertical-text.ts';

/** Lines that belong together; blocks are separated by a blank line. */
type Block = readonly { readonly y: number; readonly size: number; readonly text: string }[];

/** A new paragraph begins above this distance between baselines, in median distances and in font sizes. */
const paragraphLeadings = 1.4;
const paragraphSizes = 1.5;
/** How many lines longer than the others a column may be. */
const unevenLinesMax = 3;
/** Above this distance (in font sizes) a new paragraph begins, whatever the distance of the other lines. */
const separateSizes = 3;

function plainBlock(lines: readonly Line[]): Block {
  return lines.map((line) => ({ y: line.y, size: line.size, text: plainLineText(line.segments) }));
}

/** Rows of a table: cells separated by tabs, some possibly empty. */
function tableBlock(lines: readonly Line[], gutters: readonly Gutter[]): Block {
  const rows = tableCells(lines, gutters);
  return lines.map(({ y, size }, index) => ({
    y,
    size,
    text: (rows[index] ?? []).map(lineText).join('\t').trimEnd(),
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

interface FoundBlocks {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Block[];
}

/**
 * The end of the columns among lines that share their gutter. One column may be a few lines longer than the others, but
 * lines below a paragraph gap, and the rows of a table, are no longer part of it.
 */
function endOfColumns(lines: readonly Line[], sides: readonly (readonly Line[])[]): number {
  const shortest = Math.max(...sides.map((side) => side.at(-1)?.y ?? -Infinity));
  const below = lines.findIndex(({ y }) => y < shortest);
  if (below === -1) return lines.length;
  const leading = Math.min(...sides.map((side) => median(distancesOf(side))));
  const isOver = (line: Line, before: Line) =>
    line.segments.length > 1 || startsParagraph(before.y - line.y, leading, Math.min(line.size, before.size));
  const end = lines
    .slice(below, below + unevenLinesMax + 1)
    .findIndex((line, index) => isOver(line, lines[below + index - 1] ?? line));
  return end === -1 ? lines.length : below + end;
}

function columnsAt(
  lines: readonly Line[],
  { from, to }: { from: number; to: number },
): FoundBlocks | undefined {
  const whole = lines.slice(from, to);
  const sides = sidesOf(whole, commonGutters(whole));
  if (sides.length < 2) return undefined;
  const end = from + endOfColumns(whole, sides);
  const shorter = end < to ? columnsAt(lines, { from, to: end }) : undefined;
  return shorter ?? (areColumns(sides) ? { from, to, blocks: sides.flatMap(blocksOf) } : undefined);
}

function tableAt(
  lines: readonly Line[],
  { from, to }: { from: number; to: number },
  gutterMin?: number,
): FoundBlocks | undefined {
  const rows = lines.slice(from, to);
  const gutters = commonGutters(rows, gutterMin);
  const isTable = sidesOf(rows, gutters).filter((side) => side.length > 1).length > 1;
  return isTable ? { from, to, blocks: [tableBlock(rows, gutters)] } : undefined;
}

/** Columns or a table at line `at`, if its lines share gutters; undefined for lines that merely have a wide gap. */
function findBlocks(lines: readonly Line[], at: number, floor: number): FoundBlocks | undefined {
  const run = runAt(lines, at, floor);
  if (!run) return undefined;
  const columns = columnsAt(lines, run);
  if (columns) return columns;
  const table = tableAt(lines, run.rows);
  // Cells of a table may be closer to each other than columns of text.
  const tight = runAt(lines, at, floor, tightGutter)?.rows;
  const isLonger = tight !== undefined && tight.to - tight.from > run.rows.to - run.rows.from;
  return (isLonger ? tableAt(lines, tight, tightGutter) : undefined) ?? table;
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
  if (distance > separateSizes * size) return true;
  return distance > paragraphLeadings * leading && distance > paragraphSizes * size;
}

function distancesOf(lines: readonly { readonly y: number }[]): readonly number[] {
  return lines.slice(1).map(({ y }, index) => (lines[index]?.y ?? y) - y);
}

function blockText(block: Block): string {
  const distances = distancesOf(block);
  const leading = median(distances);
  return block
    .map(({ text, size }, index) =>
      startsParagraph(distances[index - 1] ?? 0, leading, size) ? `\n${text}` : text,
    )
    .join('\n');
}

/** Pieces grouped by angle; the group with the most text comes first. */
function groupByAngle(pieces: readonly Piece[]): Piece[][] {
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
 * The text of a page in reading order: columns one after the other, tables row by row with tabs between the cells,
 * paragraphs separated by a blank line. Vertical text comes first, text at another angle than most of the page comes last.
 */
export function pageText(pieces: readonly Piece[]): string {
  const vertical = pieces.filter(({ isVertical }) => isVertical);
  const blocks = groupByAngle(pieces.filter(({ isVertical }) => !isVertical))
    .flatMap((group) => blocksOf(linesOf(group.map(straighten))))
    .map(blockText);
  return [verticalText(vertical), ...blocks].filter((text) => text.trim() !== '').join('\n\n');
}
