import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { textField } from '../../parts/field.ts';
import { operatorPath } from './operator-path.ts';

type Workspace = ItemOf<'listWorkspaces'>;
type LimitName = keyof NonNullable<Workspace['limits']>;

const labels: Readonly<Record<LimitName, string>> = {
  deliveriesPerMinute: 'Deliveries a minute',
  concurrentDeliveries: 'Deliveries at once',
  storedBytesMax: 'Stored bytes',
  storedBytesPerDay: 'Stored bytes a day (UTC)',
};
export const limitNames = Object.keys(labels) as readonly LimitName[];

export const limitsForm = ({ id, limits }: Pick<Workspace, 'id' | 'limits'>, csrf: string): Html =>
  html`<form method="post" action="${operatorPath}/workspaces/${id}/limits">
    ${csrfField(csrf)}
    ${limitNames.map((name) =>
      textField({
        name: `limits.${name}`,
        id: `limits-${name}-${id}`,
        label: labels[name],
        value: String(limits?.[name] ?? ''),
        type: 'number',
        attributes: html`min="1" step="1"`,
      }),
    )}
    <button>Set the limits</button>
    <span class="hint">All its automations share them. Blank: those of every workspace.</span>
  </form>`;
