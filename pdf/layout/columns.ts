import type { Line, Segment } from './lines.ts';

/** A side of a stripe: its lines, without those that have nothing there. */
export type Side = readonly Line[];

const proseWords = 3.5;
const proseFill = 0.55;
const blockWords = 1.8;
const linesMin = 3;
/** Ideographs have no blanks between words: two of them count as one. */
const words = /[\u2e80-\u9fff\uac00-\ud7af]{1,2}|[^\s\u2e80-\u9fff\uac00-\ud7af]+/g;

function wordCount(segments: readonly Segment[]): number {
  return segments
    .flatMap(({ pieces }) => pieces)
    .reduce((sum, { text }) => sum + (text.match(words)?.length ?? 0), 0);
}

function averageWords(side: Side): number {
  return side.reduce((sum, { segments }) => sum + wordCount(segments), 0) / side.length;
}

function widthOf(side: Side): number {
  const segments = side.flatMap((line) => line.segments);
  return Math.max(...segments.map(({ end }) => end)) - Math.min(...segments.map(({ start }) => start));
}

/** How much of the side a line takes, the middle one of all lines. */
function medianFill(side: Side): number {
  const width = widthOf(side);
  const fills = side
    .map(({ segments }) => segments.reduce((sum, { start, end }) => sum + end - start, 0) / width)
    .sort((a, b) => a - b);
  return fills[Math.floor(fills.length / 2)] ?? 0;
}

function isUnbroken(side: Side): boolean {
  return side.reduce((sum, { segments }) => sum + segments.length, 0) <= 1.3 * side.length;
}

function isProse(side: Side): boolean {
  return (
    side.length >= linesMin &&
    isUnbroken(side) &&
    averageWords(side) >= proseWords &&
    medianFill(side) >= proseFill
  );
}

function isBlock(side: Side): boolean {
  return side.length >= linesMin && isUnbroken(side) && averageWords(side) >= blockWords;
}

/** Whether the file draws one side whole before it begins the next, as a writer of columns does. */
function isDrawnOneByOne(sides: readonly Side[]): boolean {
  const spans = sides.map((side) => {
    const orders = side.flatMap(({ segments }) =>
      segments.flatMap(({ pieces }) => pieces.map(({ order }) => order)),
    );
    return { first: Math.min(...orders), last: Math.max(...orders) };
  });
  return spans.every((span, index) => index === 0 || (spans[index - 1]?.last ?? 0) < span.first);
}

/**
 * Whether sides are columns, to be read one after the other, and not the cells of a table, to be read row by row.
 * Columns hold sentences; or at least phrases, when the file draws them one by one.
 */
export function areColumns(sides: readonly Side[]): boolean {
  return sides.every(isProse) || (sides.every(isBlock) && isDrawnOneByOne(sides));
}
