import type { ActivityRow } from '../../../../contracts/delivery.ts';
import { type Html, html } from '../../../html.ts';
import { duration } from '../../parts/duration.ts';
import { money } from '../../parts/money.ts';
import { outcomeState } from '../../parts/outcome.ts';
import { outsideLink, outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { reasonPart } from '../deliveries/cause-part.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';

export type ShownRow = Readonly<ActivityRow>;

/** The form that takes the rows that are chosen; it stands outside the part that is renewed. */
export const replayForm = 'replay';

/** Which columns a list has beside the others. */
interface Columns {
  /** A box to choose the row by: the form that takes it. */
  readonly form?: string;
  readonly reference?: boolean;
}

export const rowHeads = ({ form, reference = true }: Columns): Html =>
  html`<tr>
    ${form !== undefined && html`<td></td>`}
    <th>Outcome</th>
    <th>Delivery</th>
    ${reference && html`<th>Reference</th>`}
    <th class="number">Model cost</th>
    <th class="number">Took</th>
    <th class="number">Arrived</th>
  </tr>`;

/** One delivery in a list. */
export function deliveryRow(row: ShownRow, timeZone: string, { form, reference = true }: Columns): Html {
  const { deliveryId, outcome, reason, cost, durationMs, receivedAt } = row;
  return html`<tr id="${deliveryId}">
    ${form !== undefined && html`<td class="chooser">${choice(row, form)}</td>`}
    <td class="short">${outcomeState(outcome)}</td>
    <th scope="row">
      <a href="${deliveryPath(deliveryId)}">${outsideText(whatOf(row), 100)}</a>
      ${reason !== null && html`<p class="detail">${reasonPart(row, 160)}</p>`} ${duplicatesOf(row)}
    </th>
    ${reference && html`<td class="reference">${referenceOf(row)}</td>`}
    <td class="number short">${money(cost.money)}</td>
    <td class="number short">${durationMs === null ? '' : duration(durationMs)}</td>
    <td class="number short">${time(receivedAt, timeZone)}</td>
  </tr>`;
}

/** The title without the reference, which has a column of its own. */
function whatOf({ title, reference }: ShownRow): string {
  const hasReference = reference !== null && title.endsWith(` ${reference}`);
  return hasReference ? title.slice(0, -reference.length - 1).replace(/:$/, '') : title;
}

export const choice = ({ deliveryId, automationName }: ShownRow, form: string): Html =>
  html`<input
    type="checkbox"
    name="deliveryId"
    value="${deliveryId}"
    form="${form}"
    aria-label="Choose ${automationName}, ${deliveryId}"
  />`;

const duplicatesOf = ({ duplicates }: ShownRow): Html | false =>
  duplicates > 0 &&
  html`<p class="detail">arrived ${duplicates} more ${duplicates === 1 ? 'time' : 'times'}</p>`;

export const referenceOf = ({ reference, referenceUrl }: ShownRow): Html | null =>
  reference === null && referenceUrl === null
    ? null
    : outsideLink(reference ?? 'at the sender', referenceUrl, 80);
