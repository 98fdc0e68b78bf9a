import type { ActivityRow } from '#contracts/delivery.ts';
import { isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import { type Html, html } from '#api/html.ts';
import { type Columns, table, tableRow } from '../../parts/table.ts';
import { causePath, causeTitle } from '../../parts/cause-path.ts';
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

interface Listed {
  readonly rows: readonly ShownRow[];
  readonly timeZone: string;
  /** The form that takes the rows that are chosen in a box; no boxes without one. */
  readonly form?: string | undefined;
  readonly hasReference?: boolean;
}

/** The form of a list whose rows the visitor may replay; `readOnly`: why not. */
export const replayFormFor = (readOnly: string | null) => (readOnly === null ? replayForm : undefined);

export const deliveryTable = ({
  name = 'Deliveries',
  rows,
  ...shown
}: Listed & { readonly name?: string; readonly bodyAttributes?: Html | false }): Html =>
  table({
    name,
    rows,
    columns: deliveryColumns(shown),
    className: 'rows deliveries',
    idOf: ({ deliveryId }) => deliveryId,
    bodyAttributes: shown.bodyAttributes ?? false,
  });

/** One row of such a list. */
export const deliveryRow = (row: ShownRow, shown: Omit<Listed, 'rows'>): Html =>
  tableRow(deliveryColumns(shown), row, row.deliveryId);

const deliveryColumns = ({
  timeZone,
  form,
  hasReference = true,
}: Omit<Listed, 'rows'>): Columns<ShownRow> => [
  form !== undefined && { title: '', className: 'chooser', cell: (row) => choice(row, form) },
  { title: 'Outcome', className: 'short', cell: (row) => deliveryState(row, timeZone) },
  { title: 'Delivery', isHead: true, cell: whatCell },
  hasReference && { title: 'Reference', className: 'reference', cell: referenceOf },
  { title: 'Model cost', className: 'number short', cell: ({ cost }) => money(cost.money) },
  {
    title: 'Took',
    className: 'number short',
    cell: ({ durationMs }) => durationMs !== null && duration(durationMs),
  },
  { title: 'Arrived', className: 'number short', cell: ({ receivedAt }) => time(receivedAt, timeZone) },
];

const whatCell = (row: ShownRow): Html =>
  html`<a href="${deliveryPath(row.deliveryId)}">${outsideText(whatOf(row), 100)}</a>
    ${isTry(row) && html`<span class="quiet">try</span>`}
    ${row.reason !== null && html`<p class="detail">${reasonPart(row, 160)}</p>`} ${saidOf(row)}
    ${causeOf(row)} ${requestsOf(row)} ${replayedOf(row)} ${duplicatesOf(row)} ${laterOf(row)}`;

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

const causeOf = ({ failure }: ShownRow): Html | false =>
  failure !== null &&
  html`<p class="detail">
    <a href="${causePath(failure.causeId)}">${outsideText(causeTitle(failure), 80)}</a>
  </p>`;

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
