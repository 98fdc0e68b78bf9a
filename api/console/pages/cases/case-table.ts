import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { hiddenTitle, table } from '../../parts/table.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';
import { casesPath, keepPath } from './case-path.ts';
import { expectedLine } from './expected-line.ts';

type Row = ItemOf<'listCases'>;

interface Setting {
  readonly automationId: string;
  readonly csrf: string;
  readonly isReadOnly: boolean;
}

/** The cases of an automation, each with whether it holds as the automation is now. */
export const caseTable = (cases: readonly Row[], setting: Setting): Html =>
  table({
    name: 'Cases',
    rows: cases,
    idOf: ({ id }) => id,
    columns: [
      {
        title: 'Case',
        cell: ({ name, deliveryId }) =>
          html`<a href="${deliveryPath(deliveryId)}">${outsideText(name, 80)}</a>`,
      },
      {
        title: 'Expected',
        label: 'expected:',
        cell: ({ expected }) => outsideText(expectedLine(expected), 160),
      },
      { title: 'Now', cell: stateCell },
      { title: 'Must hold', cell: ({ mustHold }) => mustHold && 'must hold' },
      !setting.isReadOnly && { title: hiddenTitle('Change'), className: 'number', cell: changes(setting) },
    ],
    empty: {
      title: 'No case is kept yet',
      text: 'A case is a delivery with the requests that a run of it must send. Open a delivery in Activity and press "Keep as a case". Each save then says which cases no longer hold.',
    },
  });

function stateCell({ holds, summary }: Row): Html {
  if (holds === true) return html`<span class="outcome succeeded">holds</span>`;
  const [kind, word] = holds === null ? ['skipped', 'unknown'] : ['failed', 'does not hold'];
  return html`<span class="outcome ${kind}">${word}</span>
    <p class="detail">${outsideText(summary)}</p>`;
}

const changes =
  ({ automationId, csrf }: Setting) =>
  ({ id, name, deliveryId }: Row): Html =>
    html`<form method="post" action="${casesPath(automationId)}/${id}/delete">
      ${csrfField(csrf)} <a href="${keepPath(deliveryId)}" aria-label="Change ${name}">Change</a>
      <button class="quiet" aria-label="Delete ${name}">Delete</button>
    </form>`;
