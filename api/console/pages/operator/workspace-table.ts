import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { money } from '../../parts/money.ts';
import { time } from '../../parts/time.ts';
import { operatorPath, operatorTimeZone } from './operator-path.ts';

type Workspace = ItemOf<'listWorkspaces'>;

export function workspaceTable(workspaces: readonly Workspace[], csrf: string): Html {
  return html`<table class="rows">
    <thead>
      <tr>
        <th scope="col">Workspace</th>
        <th scope="col">State</th>
        <th scope="col" class="number">Running</th>
        <th scope="col" class="number">Runs this month</th>
        <th scope="col" class="number">Models cost</th>
        <th scope="col">Last delivery</th>
        <th scope="col"><span class="hidden">Change</span></th>
      </tr>
    </thead>
    <tbody>
      ${workspaces.map((workspace) => workspaceRow(workspace, csrf))}
    </tbody>
  </table>`;
}

function workspaceRow({ id, name, state, running, usage, lastDeliveryAt }: Workspace, csrf: string): Html {
  return html`<tr>
    <th scope="row">${name} <code class="hint">${id}</code></th>
    <td><span class="state ${state}">${state}</span></td>
    <td class="number" data-label="Running">${running}</td>
    <td class="number" data-label="Runs">${usage.automationRuns.toLocaleString('en')}</td>
    <td class="number" data-label="Cost">${money(usage.cost)}</td>
    <td data-label="Last delivery">
      ${lastDeliveryAt === null ? html`<span class="quiet">none</span>` : time(lastDeliveryAt, operatorTimeZone)}
    </td>
    <td>
      <details class="more">
        <summary>Change<span class="hidden"> ${name}</span></summary>
        ${state === 'suspended' ? stateForm({ id, csrf, to: 'active' }) : stateForm({ id, csrf, to: 'suspended' })}
        ${actionForm({
          id,
          csrf,
          action: 'token',
          label: 'Replace the owners’ tokens',
          hint: 'Every owner’s token ends at once; the new one is shown once.',
        })}
        ${actionForm({
          id,
          csrf,
          action: 'delete',
          label: 'Delete with all data',
          hint: 'Its automations, deliveries and records are erased for good.',
          isDanger: true,
        })}
      </details>
    </td>
  </tr>`;
}

const stateForm = ({ id, csrf, to }: { id: string; csrf: string; to: 'active' | 'suspended' }): Html =>
  actionForm({
    id,
    csrf,
    action: to === 'active' ? 'resume' : 'suspend',
    label: to === 'active' ? 'Resume' : 'Suspend',
    hint:
      to === 'active'
        ? 'Deliveries are accepted again.'
        : 'It can be read, but accepts no deliveries or changes. Senders are told to try again later.',
  });

interface ActionForm {
  readonly id: string;
  readonly csrf: string;
  readonly action: string;
  readonly label: string;
  readonly hint: string;
  readonly isDanger?: boolean;
}

const actionForm = ({ id, csrf, action, label, hint, isDanger = false }: ActionForm): Html =>
  html`<form method="post" action="${operatorPath}/workspaces/${id}/${action}">
    ${csrfField(csrf)}
    <button ${isDanger && html`class="danger"`}>${label}</button>
    <span class="hint">${hint}</span>
  </form>`;
