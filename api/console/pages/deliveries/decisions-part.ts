import { type Html, html } from '#api/html.ts';
import { duration } from '../../parts/duration.ts';
import { hostOf } from '../../parts/host-of.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { size } from '../../parts/size.ts';
import type { ShownDecisions } from './read-facts.ts';

/** Every hop of the requests as Network Access logged it, with the sizes of what went out and came back. */
export function decisionsPart({ items, complete }: ShownDecisions): Html | null {
  if (items.length === 0) return null;
  return html`<details>
    <summary>Access log of this run</summary>
    <table class="rows hops">
      <thead>
        <tr>
          <th>Hop</th>
          <th>Decision</th>
          <th class="number">Sent</th>
          <th class="number">Answered</th>
          <th class="number">Took</th>
        </tr>
      </thead>
      <tbody>
        ${items.map(row)}
      </tbody>
    </table>
    ${!complete && html`<p class="hint">The log of that time is long: later rows may be missing here.</p>`}
  </details>`;
}

function row(decision: ShownDecisions['items'][number]): Html {
  const { method, scheme, path, hop, allowed, ground, status, failure, truncated } = decision;
  const address =
    scheme === 'mailto' ? `${method} ${path}` : `${method} ${scheme}://${hostOf(decision)}${path}`;
  return html`<tr>
    <th scope="row">${hop > 0 && 'redirected to '}<code>${outsideText(address)}</code></th>
    <td>
      <span class="outcome ${allowed ? 'succeeded' : 'failed'}"
        >${allowed ? 'allowed' : `refused: ${ground}`}</span
      >
    </td>
    <td class="number">${size(decision.bytesOut)}</td>
    <td class="number">
      ${status ?? failure ?? ''} ${status !== null && size(decision.bytesIn)}${truncated && ', cut'}
    </td>
    <td class="number">${duration(decision.durationMs)}</td>
  </tr>`;
}
