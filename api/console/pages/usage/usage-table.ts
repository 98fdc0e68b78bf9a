import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import { type MeasureName, measures, type Used, usedColumns } from './measures.ts';

interface Row extends Used {
  readonly head: Html | string;
}

interface UsageTable {
  readonly label: string;
  /** The heading of the rows: `Month`. */
  readonly head: string;
  readonly rows: readonly Row[];
  /** Draws a bar of this measure in each row. */
  readonly drawn?: MeasureName;
}

/** Rows that say what was used, and where they are drawn, how much of the largest that is. */
export function usageTable({ label, head, rows, drawn }: UsageTable): Html {
  const most = drawn === undefined ? 0 : Math.max(1, ...rows.map((row) => measures[drawn].value(row)));
  return table({
    name: label,
    rows,
    className: 'rows used',
    columns: [
      { title: head, cell: (row) => row.head },
      drawn !== undefined && {
        title: '',
        className: 'drawn',
        cell: (row) => shareBar(measures[drawn].value(row) / most, measures[drawn].isOpen(row)),
      },
      ...usedColumns,
    ],
  });
}

/** A bar of a row, whose number stands beside it; open where the whole is not known. */
const shareBar = (share: number, isOpen: boolean): Html =>
  html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="none" width="100" height="8" rx="1" />
    <rect class="${isOpen ? 'open' : 'bar'}" width="${(share * 100).toFixed(2)}" height="8" rx="1" />
  </svg>`;
