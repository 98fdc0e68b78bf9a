import { type Html, html } from '../../../html.ts';
import type { AnswerTo, ItemOf } from '../../../routing/call-operation.ts';
import { size } from '../../parts/size.ts';

type Limit = ItemOf<'readLimits'>;

const names: Readonly<Record<Limit['name'], string>> = {
  deliveriesPerMinute: 'Deliveries in the last minute',
  concurrentDeliveries: 'Processed at the moment',
};

/** What is used of each limit, and what is limited one by one. */
export function limitsPart({ limits }: AnswerTo<'readWorkspace'>, inUse: readonly Limit[]): Html {
  return html`<section aria-labelledby="limits">
    <h2 id="limits">Limits</h2>
    <p class="hint">All automations of the workspace share them. What would be more is answered 429.</p>
    <ul class="meters">
      ${inUse.map(meterOf)}
    </ul>
    <p class="hint">
      A delivery has at most ${size(limits.deliveryBodyBytesMax)}; a larger one is answered 413.
    </p>
  </section>`;
}

const meterOf = ({ name, used, limit }: Limit): Html =>
  html`<li>
    <span id="limit-${name}">${names[name]}</span>
    <span class="number">${used.toLocaleString('en')} of ${limit.toLocaleString('en')}</span>
    <meter
      aria-labelledby="limit-${name}"
      min="0"
      max="${limit}"
      high="${limit * 0.9}"
      optimum="0"
      value="${Math.min(used, limit)}"
    ></meter>
  </li>`;
