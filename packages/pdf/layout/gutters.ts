import type { Line, Segment } from './lines.ts';

/** A vertical band without text, between columns or cells. */
export interface Gutter {
  readonly left: number;
  readonly right: number;
}

/** Lines `from` to `to` (exclusive) that share a gutter. */
export interface Run {
  readonly from: number;
  readonly to: number;
  /** The same without leading and trailing lines that have text on one side only: the rows, if this is a table. */
  readonly rows: { readonly from: number; readonly to: number };
}

/** Minimum width of a gutter (in font sizes) between columns of text, and between the cells of a table. */
const widthMin = 0.8;
export const tightGutter = 0.1;
/** The widest gaps of a line are tried; more would take too long on pages with leader dots. */
const gapsTried = 6;
/** A line with text on one side only belongs to its neighbours within this distance (in font sizes). */
const neighbourSizes = 3;
/** Lines of different columns within this distance (in font sizes) are beside, not below each other. */
const besideSizes = 0.9;

/** The segments at the height of a line: its own, and those of the next line if that is beside it. */
function segmentsBeside(lines: readonly Line[], at: number): readonly Segment[] {
  const [line, next] = [lines[at], lines[at + 1]];
  if (!line) return [];
  const isBeside = next && line.y - next.y < besideSizes * Math.min(line.size, next.size);
  return isBeside ? [...line.segments, ...next.segments].sort((a, b) => a.start - b.start) : line.segments;
}

function gapsOf(segments: readonly Segment[]): Gutter[] {
  const gaps: Gutter[] = [];
  let left = segments[0]?.end ?? 0;
  for (const { start, end } of segments) {
    if (start > left) gaps.push({ left, right: start });
    left = Math.max(left, end);
  }
  return gaps.sort((a, b) => b.right - b.left - (a.right - a.left)).slice(0, gapsTried);
}

/** The widest part of a gutter that a line leaves free, if it is wide enough. */
function narrow(gutter: Gutter, { segments, size }: Line, min: number): Gutter | undefined {
  let best: Gutter | undefined;
  let { left } = gutter;
  for (const { start, end } of [...segments, { start: gutter.right, end: Infinity }]) {
    if (end <= left) continue;
    const right = Math.min(start, gutter.right);
    if (right - left > (best ? best.right - best.left : 0)) best = { left, right };
    left = Math.max(left, end);
    if (left >= gutter.right) break;
  }
  return best && best.right - best.left >= min * size ? best : undefined;
}

function hasBothSides(segments: readonly Segment[], { left, right }: Gutter): boolean {
  return segments.some(({ end }) => end <= left) && segments.some(({ start }) => start >= right);
}

function areNeighbours(a: Line | undefined, b: Line | undefined): boolean {
  return (
    a !== undefined && b !== undefined && Math.abs(a.y - b.y) <= neighbourSizes * Math.max(a.size, b.size)
  );
}

/** Extends a gutter from line `at` downwards, and upwards over neighbouring lines. */
function extend(
  lines: readonly Line[],
  at: number,
  floor: number,
  gap: Gutter,
  min: number,
): Run & { readonly twoSided: number } {
  let gutter = gap;
  let [to, last, twoSided] = [at, at, 0];
  for (; to < lines.length; to += 1) {
    const line = lines[to];
    const free = line && narrow(gutter, line, min);
    if (!line || !free) break;
    gutter = free;
    if (hasBothSides(segmentsBeside(lines, to), free)) {
      last = to;
      twoSided += 1;
    }
  }
  let end = last + 1;
  while (end < to && areNeighbours(lines[end - 1], lines[end])) end += 1;
  let from = at;
  for (; from > floor && areNeighbours(lines[from], lines[from - 1]); from -= 1) {
    const line = lines[from - 1];
    const free = line && narrow(gutter, line, min);
    if (!free) break;
    gutter = free;
  }
  return { from, to: end, rows: { from: at, to: last + 1 }, twoSided };
}

/** The longest run of lines around line `at` that share a gutter; undefined if no line has text on both sides. */
export function runAt(
  lines: readonly Line[],
  at: number,
  floor: number,
  min: number = widthMin,
): Run | undefined {
  const segments = segmentsBeside(lines, at);
  if (segments.length < 2) return undefined;
  const runs = gapsOf(segments).map((gap) => extend(lines, at, floor, gap, min));
  return runs.sort((a, b) => b.twoSided - a.twoSided || b.to - b.from - (a.to - a.from))[0];
}

/** The gutters that all lines share, from left to right. */
export function commonGutters(lines: readonly Line[], min: number = widthMin): readonly Gutter[] {
  const size = Math.max(...lines.map((line) => line.size));
  const covered = lines.flatMap(({ segments }) => segments).sort((a, b) => a.start - b.start);
  const gutters: Gutter[] = [];
  let end = covered[0]?.end ?? 0;
  for (const segment of covered) {
    if (segment.start - end >= min * Math.min(size, 12)) gutters.push({ left: end, right: segment.start });
    end = Math.max(end, segment.end);
  }
  return gutters;
}

/** The parts of a line between the gutters: one more than there are gutters, some possibly empty. */
export function cellsOf(line: Line, gutters: readonly Gutter[]): readonly (readonly Segment[])[] {
  const borders = [...gutters.map(({ left }) => left), Infinity];
  let floor = -Infinity;
  return borders.map((border) => {
    const cell = line.segments.filter(({ start, end }) => start >= floor && end <= border);
    floor = border;
    return cell;
  });
}
