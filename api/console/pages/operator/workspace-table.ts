import { type Html, html } from '#api/html.ts';
import { hiddenTitle, table } from '../../parts/table.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { typedLimits } from '../automations/budget-content.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { textField } from '../../parts/field.ts';
import { money } from '../../parts/money.ts';
import { timeOr } from '../../parts/time.ts';
import { limitsForm } from './limits-form.ts';
import { operatorPath, operatorTimeZone } from './operator-path.ts';

type Workspace = ItemOf<'listWorkspaces'>;

export const workspaceTable = (workspaces: readonly Workspace[], csrf: string): Html =>
  table({
    name: 'Workspaces',
    rows: workspaces,
    columns: [
      { title: 'Workspace', cell: ({ id, name }) => html`${name} <code class="hint">${id}</code>` },
      { title: 'State', cell: ({ state }) => html`<span class="state ${state}">${state}</span>` },
      { title: 'Running', label: 'Running', className: 'number', cell: ({ running }) => running },
      {
        title: 'Runs this month',
        label: 'Runs',
        className: 'number',
        cell: ({ usage }) => usage.automationRuns.toLocaleString('en'),
      },
      { title: 'Models cost', label: 'Cost', className: 'number', cell: ({ usage }) => money(usage.cost) },
      {
        title: 'Last delivery',
        label: 'Last delivery',
        cell: ({ lastDeliveryAt }) => timeOr(lastDeliveryAt, operatorTimeZone, 'none'),
      },
      { title: hiddenTitle('Change'), cell: (workspace) => actionsOf(workspace, csrf) },
    ],
  });

const actionsOf = ({ id, name, state, budget, limits }: Workspace, csrf: string): Html =>
  html`<details class="more">
    <summary>Change<span class="hidden"> ${name}</span></summary>
    ${stateForm({ id, csrf, to: state === 'suspended' ? 'active' : 'suspended' })}
    ${budgetForm({ id, budget }, csrf)} ${limitsForm({ id, limits }, csrf)}
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
  </details>`;

function budgetForm({ id, budget }: Pick<Workspace, 'id' | 'budget'>, csrf: string): Html {
  const typed = typedLimits(budget?.perMonth);
  const field = (part: keyof typeof typed, label: string, step: string) =>
    textField({
      name: `budget.perMonth.${part}`,
      id: `budget-${part}-${id}`,
      label,
      value: typed[part],
      type: 'number',
      attributes: html`min="${step}" step="${step}"`,
    });
  return html`<form method="post" action="${operatorPath}/workspaces/${id}/budget">
    ${csrfField(csrf)} ${field('runs', 'Runs a month', '1')} ${field('tokens', 'Tokens a month', '1')}
    ${field('amountMicros', 'US dollars a month', '0.000001')}
    <button>Set the budget</button>
    <span class="hint">All its automations and chats share it. Blank: no limit.</span>
  </form>`;
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
