import type { SignedInBrowser } from '#store/session-list.ts';
import { type Html, html } from '#api/html.ts';
import { hiddenTitle, table } from '../../parts/table.ts';
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
    ${table({
      name: 'Sessions',
      rows: sessions,
      columns: [
        {
          title: 'Token',
          cell: ({ tokenId, isOwn }) =>
            html`${tokens.find((token) => token.id === tokenId)?.name}
            ${isOwn && html`<span class="quiet">this session</span>`}`,
        },
        { title: 'Signed in', label: 'signed in', cell: ({ createdAt }) => moment(createdAt, timeZone) },
        { title: 'Last used', label: 'used', cell: ({ lastUsedAt }) => moment(lastUsedAt, timeZone) },
        {
          title: hiddenTitle('End'),
          cell: ({ id, isOwn }) =>
            !isOwn &&
            html`<button form="sessions-form" name="session" value="${id}" class="quiet">End</button>`,
        },
      ],
    })}
    ${
      sessions.length > 1 &&
      html`<p class="actions"><button form="sessions-form">End all other sessions</button></p>`
    }
  </section>`;

const moment = (ms: number, timeZone: string) => time(new Date(ms).toISOString(), timeZone);
