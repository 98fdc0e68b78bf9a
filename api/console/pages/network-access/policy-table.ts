import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { withQuery } from '../../parts/next-page.ts';
import { time } from '../../parts/time.ts';
import { networkAccessPath } from './network-access-path.ts';

type Policy = ItemOf<'listPolicies'>;

interface Setting {
  readonly agentId: string;
  readonly timeZone: string;
  readonly csrf: string;
  /** Whether who looks at it may remove policies. */
  readonly isRemovable: boolean;
}

/** The allowed domains of an agent; those that nothing uses are offered for removal. */
export function policyTable(policies: readonly Policy[], setting: Setting): Html {
  if (policies.length === 0)
    return emptyState({
      title: 'No domain is allowed yet',
      text: 'Every request of the agent is refused until you allow the domain that it goes to.',
    });
  const unused = policies.filter(({ isUnused }) => isUnused).length;
  return html`${unused > 0 && unusedNote(unused)}
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Domain or address</th>
          <th scope="col">Header</th>
          <th scope="col" class="number">Changed</th>
          <th scope="col" class="number">Last used</th>
          ${unused > 0 && html`<th scope="col"><span class="hidden">Remove</span></th>`}
        </tr>
      </thead>
      <tbody>
        ${policies.map((policy) => policyRow(policy, setting, unused > 0))}
      </tbody>
    </table>`;
}

const unusedNote = (unused: number): Html =>
  html`<p class="notice">
    ${unused === 1 ? 'One of these domains was' : `${unused} of these domains were`} not used for 30 days.
    Remove unused domains.
  </p>`;

function policyRow(
  policy: Policy,
  { agentId, timeZone, csrf, isRemovable }: Setting,
  hasUnused: boolean,
): Html {
  const { id, domain, address, headerName, updatedAt, lastUsedAt, isUnused, hints } = policy;
  const path = `${networkAccessPath}/${id}`;
  return html`<tr>
    <th scope="row">
      <a href="${withQuery(path, { agent: agentId })}">${address ?? domain}</a>
      ${hints.map((hint) => html`<span class="hint">${hint}</span>`)}
    </th>
    <td>
      ${headerName === null ? html`<span class="quiet">no header</span>` : html`<code>${headerName}</code>`}
    </td>
    <td class="number" data-label="changed">${time(updatedAt, timeZone)}</td>
    <td class="number" data-label="used">
      ${lastUsedAt === null ? html`<span class="quiet">never</span>` : time(lastUsedAt, timeZone)}
    </td>
    ${
      hasUnused &&
      html`<td class="number">
        ${
          isUnused &&
          isRemovable &&
          html`<form method="post" action="${path}/delete">
            ${csrfField(csrf)}
            <input type="hidden" name="agent" value="${agentId}" />
            <button class="quiet" aria-label="Remove ${address ?? domain}">Remove</button>
          </form>`
        }
      </td>`
    }
  </tr>`;
}
