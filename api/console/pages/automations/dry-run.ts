import { type Html, html } from '#api/html.ts';
import { outsideCharacters, outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';
import type { DryRun } from './read-draft.ts';

/** The request that the newest delivery would lead to, filled in. */
export const dryRunPart = (dryRun: DryRun, timeZone: string): Html =>
  html`<div class="dry">
    <h3>
      With the <a href="${deliveryPath(dryRun.deliveryId)}">newest delivery</a>,
      ${time(dryRun.receivedAt, timeZone)}
    </h3>
    ${effectOf(dryRun)}
    <p class="hint">Nothing was sent.</p>
  </div>`;

function effectOf({ matched, requests, answer, problem }: DryRun): Html {
  if (matched === false) return html`<p>The filter skips it.</p>`;
  if (problem !== null) return html`<p>${outsideText(problem, 400)}</p>`;
  return html`${requests.map(
    ({ method, url, body }) =>
      html`<p><code>${outsideText(`${method} ${url}`, 400)}</code></p>
        ${
          body !== null &&
          html`<pre class="foreign" tabindex="0" aria-label="Body of the request">
${outsideCharacters(body)}</pre>`
        }`,
  )}
  ${answer !== null && html`<p>${outsideText(answer, 400)}</p>`}`;
}
