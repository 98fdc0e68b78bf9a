import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { choice, referenceOf } from '../activity/delivery-row.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';

type Row = ItemOf<'listSkipped'>;

interface Setting {
  readonly timeZone: string;
  /** The id of the form that takes the chosen rows; null if none can be chosen. */
  readonly form: string | null;
}

/** Deliveries of one automation that wait: by which event each is known, what it is about, and why it waits. */
export const skippedTable = (rows: readonly Row[], setting: Setting): Html =>
  html`<table class="rows deliveries">
    <thead>
      <tr>
        ${setting.form !== null && html`<td></td>`}
        <th scope="col">Event</th>
        <th scope="col">Reference</th>
        <th scope="col">Skipped by</th>
        <th scope="col" class="number">Arrived</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => skippedRow(row, setting))}
    </tbody>
  </table>`;

function skippedRow(row: Row, { timeZone, form }: Setting): Html {
  const { deliveryId, eventId, reason, receivedAt } = row;
  return html`<tr id="${deliveryId}">
    ${form !== null && html`<td class="chooser">${choice(row, form)}</td>`}
    <th scope="row"><a href="${deliveryPath(deliveryId)}">${outsideText(eventId, 60)}</a></th>
    <td class="reference">${referenceOf(row)}</td>
    <td>${reason === 'budget' ? 'the budget' : 'a pause'}</td>
    <td class="number short">${time(receivedAt, timeZone)}</td>
  </tr>`;
}
