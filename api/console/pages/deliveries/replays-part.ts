import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import { duration } from '../../parts/duration.ts';
import { money } from '../../parts/money.ts';
import { outcomeState } from '../../parts/outcome.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { deliveryPath } from './delivery-path.ts';
import type { DeliveryFacts } from './read-facts.ts';

interface Shown extends Pick<DeliveryFacts, 'delivery' | 'replays'> {
  readonly timeZone: string;
}

/** The replays of a delivery, each with a link; updated while one of them runs. */
export function replaysPart({ replays, delivery: { deliveryId }, timeZone }: Shown): Html | null {
  const { items, nextCursor } = replays;
  if (items.length === 0) return null;
  const running = items.filter(({ outcome }) => outcome === 'running').map((row) => row.deliveryId);
  return html`<section
    id="replays"
    aria-labelledby="replays-title"
    ${running.length > 0 && liveAttributes(deliveryId, running)}
  >
    <h2 id="replays-title">Replayed</h2>
    ${table({
      name: 'Replays',
      rows: items,
      columns: [
        {
          title: 'Replay',
          cell: (row) =>
            html`<a href="${deliveryPath(row.deliveryId)}#beside"
              >${time(row.receivedAt, timeZone)}, beside this one</a
            >`,
        },
        {
          title: 'Outcome',
          cell: ({ outcome, reason }) =>
            html`${outcomeState(outcome)}
            ${reason !== null && html`<p class="detail">${outsideText(reason, 160)}</p>`}`,
        },
        { title: 'Model cost', className: 'number', cell: ({ cost }) => money(cost.money) },
        {
          title: 'Took',
          className: 'number',
          cell: ({ durationMs }) => durationMs !== null && duration(durationMs),
        },
      ],
    })}
    ${nextCursor !== null && html`<p class="hint">These are the newest.</p>`}
  </section>`;
}

const liveAttributes = (deliveryId: string, running: readonly string[]): Html =>
  html`hx-get="${deliveryPath(deliveryId)}"
  hx-trigger="${running.map((id) => `delivery-${id} from:body throttle:300ms, `).join('')}resync from:body"
  hx-select="#replays" hx-target="this" hx-swap="outerMorph"`;
