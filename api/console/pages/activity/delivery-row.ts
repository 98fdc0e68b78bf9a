import type { ActivityRow } from '#contracts/delivery.ts';
import { isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import { type Html, html } from '#api/html.ts';
import { duration } from '../../parts/duration.ts';
import { money } from '../../parts/money.ts';
import { deliveryState, outcomeNames } from '../../parts/outcome.ts';
import { outsideLink, outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { reasonPart } from '../deliveries/cause-part.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';

export type ShownRow = Readonly<ActivityRow>;

/** The form that takes the rows that are chosen; it stands outside the part that is renewed. */
export const replayForm = 'replay';

/** The optional columns of a list. */
interface Columns {
  /** A box to choose the row by: the form that takes it. */
  readonly form?: string;
  readonly reference?: boolean;
}

/** The columns of a list of which who looks may replay rows; `readOnly`: why not. */
export const columnsFor = (readOnly: string | null): Columns =>
  readOnly === null ? { form: replayForm } : {};

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
  const { deliveryId, reason, cost, durationMs, receivedAt } = row;
  return html`<tr id="${deliveryId}">
    ${form !== undefined && html`<td class="chooser">${choice(row, form)}</td>`}
    <td class="short">${deliveryState(row, timeZone)}</td>
    <th scope="row">
      <a href="${deliveryPath(deliveryId)}">${outsideText(whatOf(row), 100)}</a>
      ${isTry(row) && html`<span class="quiet">try</span>`}
      ${reason !== null && html`<p class="detail">${reasonPart(row, 160)}</p>`} ${saidOf(row)}
      ${requestsOf(row)} ${replayedOf(row)} ${duplicatesOf(row)} ${laterOf(row)}
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

/** A run that is green without a request did nothing elsewhere. */
const requestsOf = ({ outcome, requests }: ShownRow): Html | false =>
  outcome === 'succeeded' && requests === 0 && html`<p class="detail">0 requests</p>`;

/** The offline rules begin each answer with it. */
const offlineOpening = /^(?:Offline rules \(no AI model configured\)|By the plan of the automation)\.\s*/;

/** The first words of the answer; of the target, where a request failed. */
function saidOf({ outcome, answerStart, targetSaid }: ShownRow): Html | false {
  const said = outcome === 'succeeded' ? answerStart?.replace(offlineOpening, '') : targetSaid;
  return said != null && said !== '' && html`<p class="detail">${outsideText(said, 160)}</p>`;
}

const replayedOf = ({ replayOf }: ShownRow): Html | false =>
  replayOf !== null &&
  html`<p class="detail">replay of <a href="${deliveryPath(replayOf)}">an earlier delivery</a></p>`;

/** Sent from the page that tries an automation, which makes such event ids. */
const isTry = ({ eventId }: ShownRow): boolean => /^try-[0-9a-f]{8}$/.test(eventId);

const duplicatesOf = ({ duplicates }: ShownRow): Html | false =>
  duplicates > 0 &&
  html`<p class="detail">arrived ${duplicates} more ${duplicates === 1 ? 'time' : 'times'}</p>`;

/** Its newest replay, and how that ended. */
const laterOf = ({ ranAs, ranOutcome, ...row }: ShownRow): Html | false =>
  ranAs !== null &&
  html`<p class="detail">
    ${isSkippedAtDoor(row) ? 'run' : 'replayed'},
    <a href="${deliveryPath(ranAs)}">${ranOutcome === null ? 'no longer kept' : outcomeNames[ranOutcome]}</a>
  </p>`;

export const referenceOf = ({ reference, referenceUrl }: ShownRow): Html | null =>
  reference === null && referenceUrl === null
    ? null
    : outsideLink(reference ?? 'at the sender', referenceUrl, 80);
