import { type Html, html } from '#api/html.ts';
import { time } from '../../parts/time.ts';
import type { ShownRow } from './delivery-row.ts';

/** When deliveries arrived, as marks on one line: the rows below say the same. Nothing for a single one. */
export function momentsChart(rows: readonly ShownRow[], timeZone: string): Html | null {
  const [newest, oldest] = [rows[0], rows.at(-1)];
  if (newest === undefined || oldest === undefined || newest === oldest) return null;
  const fromMs = Date.parse(oldest.receivedAt);
  const wholeMs = Math.max(1, Date.parse(newest.receivedAt) - fromMs);
  const at = (iso: string) => 1 + ((Date.parse(iso) - fromMs) / wholeMs) * 98;
  return html`<figure class="chart moments" aria-hidden="true">
    <svg viewBox="0 0 100 10" preserveAspectRatio="none">
      <rect class="line" x="0" y="4.6" width="100" height="0.8" />
      ${rows.map(
        ({ receivedAt, outcome }) =>
          html`<rect
            class="${outcome}"
            x="${(at(receivedAt) - 0.3).toFixed(2)}"
            y="0"
            width="0.6"
            height="10"
          />`,
      )}
    </svg>
    <p class="axis">
      <span>${time(oldest.receivedAt, timeZone)}</span><span>${time(newest.receivedAt, timeZone)}</span>
    </p>
  </figure>`;
}
