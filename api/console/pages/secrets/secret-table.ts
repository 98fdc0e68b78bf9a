import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { time } from '../../parts/time.ts';
import { secretsPath } from './secrets-path.ts';

/** The named secrets of the workspace. */
export function secretTable(secrets: readonly ItemOf<'listSecrets'>[], timeZone: string): Html {
  if (secrets.length === 0)
    return emptyState({
      title: 'No secret is stored yet',
      text: 'Store one, and write its placeholder into instructions where its value belongs.',
    });
  return html`<div class="wide" tabindex="0" role="region" aria-label="Secrets">
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Placeholder</th>
          <th scope="col">Domains</th>
          <th scope="col">Changed</th>
          <th scope="col">Last used</th>
        </tr>
      </thead>
      <tbody>
        ${secrets.map(
          ({ name, domains, updatedAt, lastUsedAt }) =>
            html`<tr>
              <th scope="row">
                <a href="${secretsPath}/${name}"><code>{{secret.${name}}}</code></a>
              </th>
              <td>
                ${
                  domains.length === 0
                    ? html`<span class="quiet">damaged: replace or delete it</span>`
                    : domains.join(', ')
                }
              </td>
              <td>${time(updatedAt, timeZone)}</td>
              <td>
                ${lastUsedAt === null ? html`<span class="quiet">never</span>` : time(lastUsedAt, timeZone)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
