import { type Html, html } from '#api/html.ts';
import { deliveryTable } from '../activity/delivery-row.ts';
import type { DeliveryFacts } from './read-facts.ts';

interface Shown extends Pick<DeliveryFacts, 'caused'> {
  readonly timeZone: string;
}

/** The deliveries that requests of a run caused; nothing where there are none. */
export function causedPart({ caused, timeZone }: Shown): Html | false {
  const { items, nextCursor } = caused;
  if (items.length === 0) return false;
  return html`<section id="caused" aria-labelledby="caused-title">
    <h2 id="caused-title">Caused</h2>
    ${deliveryTable({ name: 'Caused', rows: items, timeZone })}
    ${nextCursor !== null && html`<p class="hint">These are the newest.</p>`}
  </section>`;
}
