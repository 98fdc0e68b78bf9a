import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
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
    ${table({
      name: 'Access log of this run',
      rows: items,
      className: 'rows hops',
      columns: [
        { title: 'Hop', cell: hopOf },
        {
          title: 'Decision',
          cell: ({ allowed, ground }) =>
            html`<span class="outcome ${allowed ? 'succeeded' : 'failed'}"
              >${allowed ? 'allowed' : `refused: ${ground}`}</span
            >`,
        },
        { title: 'Sent', className: 'number', cell: ({ bytesOut }) => size(bytesOut) },
        { title: 'Answered', className: 'number', cell: answerOf },
        { title: 'Took', className: 'number', cell: ({ durationMs }) => duration(durationMs) },
      ],
    })}
    ${!complete && html`<p class="hint">The log of that time is long: later rows may be missing here.</p>`}
  </details>`;
}

type Hop = ShownDecisions['items'][number];

function hopOf(decision: Hop): Html {
  const { method, scheme, path, hop } = decision;
  const address =
    scheme === 'mailto' ? `${method} ${path}` : `${method} ${scheme}://${hostOf(decision)}${path}`;
  return html`${hop > 0 && 'redirected to '}<code>${outsideText(address)}</code>`;
}

const answerOf = ({ status, failure, bytesIn, truncated }: Hop): Html =>
  html`${status ?? failure ?? ''} ${status !== null && size(bytesIn)}${truncated && ', cut'}`;
