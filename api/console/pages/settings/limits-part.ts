import { type Html, html } from '#api/html.ts';
import type { AnswerTo, ItemOf } from '#api/routing/call-operation.ts';
import { keptSentence } from '../../parts/kept-sentence.ts';
import { size } from '../../parts/size.ts';

interface Meter {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
  readonly text: string;
}

const countNames: Readonly<Record<ItemOf<'readLimits'>['name'], string>> = {
  deliveriesPerMinute: 'Deliveries in the last minute',
  concurrentDeliveries: 'In progress now',
};

/** The usage of each limit of the workspace, and the limits of single things. */
export function limitsPart(settings: AnswerTo<'readWorkspace'>, counts: AnswerTo<'readLimits'>): Html {
  return html`<section aria-labelledby="limits">
    <h2 id="limits">Limits</h2>
    <p class="hint">All automations of the workspace share them. Excess requests get 429.</p>
    <ul class="meters">
      ${[...countsOf(counts), ...bytesOf(settings)].map(meterOf)}
    </ul>
    <p class="hint">
      A delivery has at most ${size(settings.limits.deliveryBodyBytesMax)}; a larger one is answered 413.
    </p>
    <p class="hint">
      ${keptSentence(settings)} Then it is removed, with its body and results, and its event id is forgotten.
    </p>
  </section>`;
}

const countsOf = ({ items }: AnswerTo<'readLimits'>): readonly Meter[] =>
  items.map(({ name, used, limit }) => ({
    name: countNames[name],
    used,
    limit,
    text: `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`,
  }));

function bytesOf({ storage, limits }: AnswerTo<'readWorkspace'>): readonly Meter[] {
  const meter = (name: string, used: number, limit: number): Meter => ({
    name,
    used,
    limit,
    text: `${size(used)} of ${size(limit)}`,
  });
  return [
    meter('Stored', storage.storedBytes, limits.storedBytesMax),
    meter('Stored today (UTC)', storage.todayBytes, limits.storedBytesPerDay),
  ];
}

const meterOf = ({ name, used, limit, text }: Meter, index: number): Html =>
  html`<li>
    <span id="limit-${index}">${name}</span>
    <span class="number">${text}</span>
    <meter
      aria-labelledby="limit-${index}"
      min="0"
      max="${limit}"
      high="${limit * 0.9}"
      optimum="0"
      value="${Math.min(used, limit)}"
    ></meter>
  </li>`;
