import { type Html, html } from '#api/html.ts';
import { outcomeState } from '../../parts/outcome.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';
import { pairsPart } from './pairs-part.ts';
import type { ShownPlay } from './rehearsal-path.ts';

interface Shown {
  readonly title: Html | string;
  readonly isOpen: boolean;
}

/** A delivery as it was run, and as it would be, folded or open. */
export const playPart = ({ deliveryId, was, now, requests }: ShownPlay, { title, isOpen }: Shown): Html =>
  html`<details id="play-${deliveryId}" class="played" ${isOpen && html`open`}>
    <summary>${title}</summary>
    <p>
      <a href="${deliveryPath(deliveryId)}"><code>${deliveryId}</code></a
      >: was ${outcomeState(was.outcome)}, would be
      ${now.outcome === null ? html`<span class="quiet">unknown</span>` : outcomeState(now.outcome)}
    </p>
    ${now.reason !== null && html`<p class="reason">${outsideText(now.reason, 600)}</p>`}
    ${pairsPart(requests, deliveryId)}
  </details>`;
