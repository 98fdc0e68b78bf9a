import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { duration } from '../../parts/duration.ts';
import { money } from '../../parts/money.ts';
import { outcomeState } from '../../parts/outcome.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { deliveryPath } from './delivery-path.ts';
import type { DeliveryFacts } from './read-facts.ts';

type Replays = AnswerTo<'listDeliveries'>;

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
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Replay</th>
          <th scope="col">Outcome</th>
          <th scope="col" class="number">Model cost</th>
          <th scope="col" class="number">Took</th>
        </tr>
      </thead>
      <tbody>
        ${items.map((row) => replayRow(row, timeZone))}
      </tbody>
    </table>
    ${nextCursor !== null && html`<p class="hint">These are the newest.</p>`}
  </section>`;
}

const replayRow = (
  { deliveryId, receivedAt, outcome, reason, cost, durationMs }: Replays['items'][number],
  timeZone: string,
): Html =>
  html`<tr>
    <th scope="row">
      <a href="${deliveryPath(deliveryId)}#beside">${time(receivedAt, timeZone)}, beside this one</a>
    </th>
    <td>
      ${outcomeState(outcome)} ${reason !== null && html`<p class="detail">${outsideText(reason, 160)}</p>`}
    </td>
    <td class="number">${money(cost.money)}</td>
    <td class="number">${durationMs === null ? '' : duration(durationMs)}</td>
  </tr>`;

const liveAttributes = (deliveryId: string, running: readonly string[]): Html =>
  html`hx-get="${deliveryPath(deliveryId)}"
  hx-trigger="${running.map((id) => `delivery-${id} from:body throttle:300ms, `).join('')}resync from:body"
  hx-select="#replays" hx-target="this" hx-swap="outerMorph"`;
