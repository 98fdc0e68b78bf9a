import { type Html, html } from '#api/html.ts';
import { type MeasureName, measures, type Used, usedCells, usedHeads } from './measures.ts';

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
  return html`<table class="rows used" aria-label="${label}">
    <thead>
      <tr>
        <th scope="col">${head}</th>
        ${drawn !== undefined && html`<td></td>`}
        ${usedHeads.map((title) => html`<th scope="col" class="number">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            <th scope="row">${row.head}</th>
            ${drawn !== undefined && html`<td class="drawn">${shareBar(measures[drawn].value(row) / most, measures[drawn].isOpen(row))}</td>`}
            ${usedCells(row).map((cell, index) => html`<td class="number" data-label="${usedHeads[index]}">${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A bar of a row, whose number stands beside it; open where the whole is not known. */
const shareBar = (share: number, isOpen: boolean): Html =>
  html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="none" width="100" height="8" rx="1" />
    <rect class="${isOpen ? 'open' : 'bar'}" width="${(share * 100).toFixed(2)}" height="8" rx="1" />
  </svg>`;
