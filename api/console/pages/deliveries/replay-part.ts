import { shownAct } from '#capabilities/step.ts';
import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import { duration } from '../../parts/duration.ts';
import { money } from '../../parts/money.ts';
import { outcomeState } from '../../parts/outcome.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { deliveryPath, type ShownDelivery } from './delivery-path.ts';

type Row = readonly [string, (delivery: ShownDelivery) => Html | string];

/** A replay beside the delivery that it processed again. */
export function replayPart(original: ShownDelivery, replay: ShownDelivery, timeZone: string): Html {
  const rows: readonly Row[] = [
    ['Outcome', ({ outcome }) => outcomeState(outcome)],
    ['Revision', ({ revision }) => String(revision)],
    ['Reason', ({ reason }) => said(reason)],
    ['Answer', ({ answer }) => said(answer)],
    ['Requests', requestsOf],
    ['Took', ({ durationMs }) => (durationMs === null ? '' : duration(durationMs))],
    ['Models', ({ cost }) => money(cost.money)],
  ];
  return html`<section aria-labelledby="beside">
    <h2 id="beside">Beside the original</h2>
    ${table({
      name: 'The original and its replay',
      isWide: true,
      className: 'beside',
      rows: rows.filter(([, show]) =>
        [original, replay].some((delivery) => show(delivery).toString() !== ''),
      ),
      columns: [
        { title: '', cell: ([name]) => name },
        {
          title: html`<a href="${deliveryPath(original.deliveryId)}">Original</a>,
            ${time(original.receivedAt, timeZone)}`,
          cell: ([, show]) => show(original),
        },
        {
          title: html`This replay, ${time(replay.receivedAt, timeZone)}`,
          cell: ([, show]) => show(replay),
        },
      ],
    })}
  </section>`;
}

const said = (text: string | null) => (text === null ? '' : outsideText(text, 1_000));

function requestsOf({ steps }: ShownDelivery): Html {
  const acts = steps.flatMap((step) => (step.kind === 'model' ? [] : [shownAct(step)]));
  return html`${acts.map(
    ({ title, target, outcome }) => html`<div>${title} ${outsideText(target)}: ${outcome}</div>`,
  )}`;
}
