import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { notice } from '../../parts/notice.ts';
import { timeOr } from '../../parts/time.ts';
import { networkAccessPath } from './network-access-path.ts';

interface Setting {
  readonly agentId: string;
  readonly timeZone: string;
  readonly csrf: string;
  /** Whether who looks at it may connect. */
  readonly isChangeable: boolean;
}

/** The connection of a policy to its authorization server, and the buttons that make and end it. */
export function connectionPart(
  { id, oauth }: Pick<ItemOf<'listPolicies'>, 'id' | 'oauth'>,
  { agentId, timeZone, csrf, isChangeable }: Setting,
): Html | false {
  if (oauth === null) return false;
  const { grant } = oauth;
  const { state, reason, expiresAt, scopes } = oauth.connection;
  const form = (action: string, label: string, kind: string) =>
    html`<form method="post" action="${networkAccessPath}/${id}/${action}">
      ${csrfField(csrf)}
      <input type="hidden" name="agent" value="${agentId}" />
      <input type="hidden" name="grant" value="${grant}" />
      <button class="${kind}">${label}</button>
    </form>`;
  return html`<section aria-labelledby="connection">
    <h2 id="connection">Connection</h2>
    ${state === 'none' && notice('attention', 'It is not connected yet: requests there fail.')}
    ${state === 'broken' && notice('refused', `It is broken: it ${reason}. Requests there fail.`, { role: undefined })}
    ${
      state === 'connected' &&
      html`<dl>
        <dt>State</dt>
        <dd>Connected</dd>
        <dt>Token expires</dt>
        <dd>${timeOr(expiresAt, timeZone)}</dd>
        <dt>Scopes</dt>
        <dd>${scopes.join(' ') || 'as asked for'}</dd>
      </dl>`
    }
    ${
      isChangeable &&
      html`<div class="actions">
        ${form('connect', state === 'none' ? 'Connect' : 'Connect again', state === 'connected' ? '' : 'primary')}
        ${state !== 'none' && form('disconnect', 'Disconnect', 'danger')}
      </div>`
    }
  </section>`;
}
