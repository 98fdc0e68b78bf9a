import { cellsOf, type Gutter } from './gutters.ts';
import type { Line, Segment } from './lines.ts';

interface Column {
  readonly start: number;
  readonly end: number;
}

/**
 * The columns of the rows with the most cells, for tables without gutters: a long text may extend into the next column.
 * Undefined if there are too few such rows, or if their columns overlap.
 */
function columnsOf(lines: readonly Line[]): readonly Column[] | undefined {
  const most = Math.max(...lines.map(({ segments }) => segments.length));
  const full = lines.filter(({ segments }) => segments.length === most);
  if (full.length < 2 || full.length * 2 < lines.length) return undefined;
  const columns = Array.from({ length: most }, (_, index) => {
    const cells = full.flatMap(({ segments }) => segments[index] ?? []);
    return {
      start: Math.min(...cells.map(({ start }) => start)),
      end: Math.max(...cells.map(({ end }) => end)),
    };
  });
  const agree = columns.every(({ start, end }, index) => {
    const before = columns[index - 1];
    return before === undefined || (before.start < start && before.end < end && middle(before) < start);
  });
  return agree ? columns : undefined;
}

const middle = ({ start, end }: Column): number => (start + end) / 2;

/** The length of the overlap; if there is none, the distance as a negative number. */
function overlap(column: Column, { start, end }: Segment): number {
  return Math.min(column.end, end) - Math.max(column.start, start);
}

function inColumns({ segments }: Line, columns: readonly Column[]): readonly (readonly Segment[])[] {
  const cells: Segment[][] = columns.map(() => []);
  // The columns were made from the full rows: each cell has its own column.
  const isFull = segments.length === columns.length;
  let floor = 0;
  segments.forEach((segment, index) => {
    const fits = columns.map((column, position) => (position < floor ? -Infinity : overlap(column, segment)));
    floor = isFull ? index : fits.indexOf(Math.max(...fits));
    cells[floor]?.push(segment);
  });
  return cells;
}

/** The cells of each row of a table, some possibly empty; all rows have the same number. */
export function tableCells(
  lines: readonly Line[],
  gutters: readonly Gutter[],
): readonly (readonly (readonly Segment[])[])[] {
  const columns = columnsOf(lines);
  const hasMore = columns !== undefined && columns.length > gutters.length + 1;
  return lines.map((line) => (hasMore ? inColumns(line, columns) : cellsOf(line, gutters)));
}
