import { type Html, html } from '#api/html.ts';
import { policyPath } from '../../parts/allowing-path.ts';
import { hiddenTitle, table } from '../../parts/table.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { notice } from '../../parts/notice.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { time, timeOr } from '../../parts/time.ts';
import { withQuery } from '../../parts/next-page.ts';
import { memberLine } from './member-line.ts';
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
export function policyTable(
  policies: readonly Policy[],
  { agentId, timeZone, csrf, isRemovable }: Setting,
): Html {
  const unused = policies.filter(({ isUnused }) => isUnused).length;
  return html`${unused > 0 && unusedNote(unused)}
  ${table({
    name: 'Allowed domains',
    rows: policies,
    columns: [
      {
        title: 'Domain or address',
        cell: (policy) => nameCell(policy, agentId),
      },
      {
        title: 'Header',
        cell: headerCell,
      },
      {
        title: 'Changed',
        label: 'changed',
        className: 'number',
        cell: ({ updatedAt }) => time(updatedAt, timeZone),
      },
      {
        title: 'Last used',
        label: 'used',
        className: 'number',
        cell: ({ lastUsedAt }) => timeOr(lastUsedAt, timeZone),
      },
      unused > 0 && {
        title: hiddenTitle('Remove'),
        className: 'number',
        cell: (policy) => policy.isUnused && isRemovable && removeForm(policy, agentId, csrf),
      },
    ],
    empty: {
      title: 'No domain is allowed yet',
      text: 'Every request of the agent is refused until you allow the domain that it goes to.',
    },
  })}`;
}

function nameCell(policy: Policy, agentId: string): Html {
  const { id, domain, address, hints, approval } = policy;
  return html`<a href="${policyPath(agentId, id)}">${address ?? domain}</a>
    ${hints.map((hint) => html`<span class="hint">${hint}</span>`)}
    ${boundsHints(policy).map((hint) => html`<span class="hint">${hint}</span>`)}
    ${approval !== 'never' && html`<span class="hint">${approvalWords[approval]}</span>`}
    ${policy.kind === 'host' && html`<a class="quiet" href="${withQuery(`${networkAccessPath}/${id}/narrow`, { agent: agentId })}">Narrow</a>`}`;
}

function headerCell({ headerName, oauth }: Policy): Html {
  if (oauth !== null)
    return html`OAuth 2 <span class="hint">${connectionWords[oauth.connection.state]}</span>`;
  return headerName === null ? html`<span class="quiet">no header</span>` : html`<code>${headerName}</code>`;
}

const pathsShown = 3;

/** The narrowing of a policy in words. */
function boundsHints({ methods, paths, members, credentials }: Policy): readonly string[] {
  const shown = paths?.slice(0, pathsShown).join(', ') ?? 'every path';
  const more = (paths?.length ?? 0) - pathsShown;
  return [
    (methods ?? paths) !== null &&
      `Only ${methods?.join(', ') ?? 'every method'} ${shown}${more > 0 ? ` and ${more} more` : ''}.`,
    members.length > 0 && `${members.map(memberLine).join('; ')}.`,
    credentials.length > 0 &&
      `Other headers for ${credentials.map(({ pathPrefix }) => pathPrefix).join(', ')}.`,
  ].filter((hint) => hint !== false);
}
const connectionWords = {
  none: 'Not connected yet.',
  connected: 'Connected.',
  broken: 'Broken: requests there fail until it is connected again.',
} as const;

const approvalWords = {
  writes: 'Writes wait for an approval.',
  always: 'Every request waits for an approval.',
} as const;

const unusedNote = (unused: number): Html =>
  notice(
    'attention',
    `${unused === 1 ? 'One of these domains was' : `${unused} of these domains were`} not used for 30 days. Remove unused domains.`,
  );

const removeForm = ({ id, domain, address }: Policy, agentId: string, csrf: string): Html =>
  html`<form method="post" action="${networkAccessPath}/${id}/delete">
    ${csrfField(csrf)}
    <input type="hidden" name="agent" value="${agentId}" />
    <button class="quiet" aria-label="Remove ${address ?? domain}">Remove</button>
  </form>`;
