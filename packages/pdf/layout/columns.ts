import type { Line, Segment } from './lines.ts';

/** The lines on one side of a gutter, without those that have no text there. */
export type Side = readonly Line[];

const proseWords = 3.5;
const proseFill = 0.55;
const blockWords = 1.8;
const linesMin = 3;
/** Ideographs are written without spaces: two of them count as one word. */
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

/** The share of the width that a line fills: the median of all lines. */
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

/** Whether the file draws each side completely before the next, as programs do that set columns. */
function areDrawnOneByOne(sides: readonly Side[]): boolean {
  const spans = sides.map((side) => {
    const orders = side.flatMap(({ segments }) =>
      segments.flatMap(({ pieces }) => pieces.map(({ order }) => order)),
    );
    return { first: Math.min(...orders), last: Math.max(...orders) };
  });
  return spans.every((span, index) => index === 0 || (spans[index - 1]?.last ?? 0) < span.first);
}

/**
 * Whether sides are columns, to be read one after the other, or the cells of a table, to be read row by row. Columns
 * contain sentences, or at least phrases if the file draws one column after the other.
 */
export function areColumns(sides: readonly Side[]): boolean {
  return sides.every(isProse) || (sides.every(isBlock) && areDrawnOneByOne(sides));
}
