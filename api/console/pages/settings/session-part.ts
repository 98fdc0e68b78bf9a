import type { SignedInBrowser } from '#store/session-list.ts';
import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { time } from '../../parts/time.ts';
import { settingsPath } from './settings-path.ts';

interface SessionPart {
  readonly csrf: string;
  readonly timeZone: string;
  readonly sessions: readonly SignedInBrowser[];
  readonly tokens: readonly ItemOf<'listTokens'>[];
}

/** The browsers that are signed in to the console, and the end of their sessions. */
export const sessionPart = ({ csrf, timeZone, sessions, tokens }: SessionPart): Html =>
  html`<section aria-labelledby="sessions">
    <h2 id="sessions">Signed in</h2>
    <p class="hint">
      Browsers that are signed in to this console. A session ends after a day without a request, and after
      seven days in any case.
    </p>
    <form id="sessions-form" method="post" action="${settingsPath}/sessions">${csrfField(csrf)}</form>
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Token</th>
          <th scope="col">Signed in</th>
          <th scope="col">Last used</th>
          <th scope="col"><span class="hidden">End</span></th>
        </tr>
      </thead>
      <tbody>
        ${sessions.map(
          ({ id, tokenId, createdAt, lastUsedAt, isOwn }) =>
            html`<tr>
              <th scope="row">
                ${tokens.find((token) => token.id === tokenId)?.name}
                ${isOwn && html`<span class="quiet">this session</span>`}
              </th>
              <td data-label="signed in">${moment(createdAt, timeZone)}</td>
              <td data-label="used">${moment(lastUsedAt, timeZone)}</td>
              <td>
                ${!isOwn && html`<button form="sessions-form" name="session" value="${id}" class="quiet">End</button>`}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${
      sessions.length > 1 &&
      html`<p class="actions"><button form="sessions-form">End all other sessions</button></p>`
    }
  </section>`;

const moment = (ms: number, timeZone: string) => time(new Date(ms).toISOString(), timeZone);
