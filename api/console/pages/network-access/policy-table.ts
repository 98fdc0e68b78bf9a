import { type Html, html } from '../../../html.ts';
import type { ItemOf } from '../../../routing/call-operation.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { withQuery } from '../../parts/next-page.ts';
import { time } from '../../parts/time.ts';
import { networkAccessPath } from './network-access-path.ts';

/** The allowed domains of an agent. */
export function policyTable(
  policies: readonly ItemOf<'listPolicies'>[],
  { agentId, timeZone }: { readonly agentId: string; readonly timeZone: string },
): Html {
  if (policies.length === 0)
    return emptyState({
      title: 'No domain is allowed yet',
      text: 'Every request of the agent is refused until you allow the domain that it goes to.',
    });
  return html`<table class="rows">
    <thead>
      <tr>
        <th scope="col">Domain</th>
        <th scope="col">Header</th>
        <th scope="col">Changed</th>
      </tr>
    </thead>
    <tbody>
      ${policies.map(
        ({ id, domain, headerName, updatedAt, hints }) =>
          html`<tr>
            <th scope="row">
              <a href="${withQuery(`${networkAccessPath}/${id}`, { agent: agentId })}">${domain}</a>
              ${hints.map((hint) => html`<span class="hint">${hint}</span>`)}
            </th>
            <td>
              ${headerName === null ? html`<span class="quiet">none</span>` : html`<code>${headerName}</code>`}
            </td>
            <td>${time(updatedAt, timeZone)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
