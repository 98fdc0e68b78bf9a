import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import type { AnswerTo, ItemOf } from '#api/routing/call-operation.ts';
import { outcomeState } from '../../parts/outcome.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { automationPath } from './automation-path.ts';
import { outcomeBars } from './outcome-bars.ts';

export interface AutomationRow {
  readonly automation: ItemOf<'listAutomations'>;
  readonly last: ItemOf<'listActivity'> | undefined;
  readonly stats: AnswerTo<'readAutomationStats'>;
}

interface Setting {
  readonly timeZone: string;
  /** The address of this page, which is asked again when something arrives or ends. */
  readonly path: string;
}

export const automationTable = (rows: readonly AutomationRow[], { timeZone, path }: Setting): Html =>
  html`<div
    id="automations"
    hx-get="${path}"
    hx-select="#automations"
    hx-trigger="delivery from:body throttle:1s"
    hx-swap="outerMorph"
  >
    ${table({
      name: 'Automations',
      rows,
      columns: [
        {
          title: 'Name',
          cell: ({ automation: { id, name } }) =>
            html`<a href="${automationPath(id)}">${outsideText(name)}</a>`,
        },
        {
          title: 'State',
          cell: ({ automation: { state } }) => html`<span class="state ${state}">${state}</span>`,
        },
        {
          title: 'Last delivery',
          cell: ({ last }) =>
            last === undefined ? html`<span class="quiet">none yet</span>` : lastDelivery(last, timeZone),
        },
        { title: 'Last 24 hours', cell: ({ stats }) => outcomeBars(stats.points) },
        {
          title: 'Deliveries',
          className: 'number',
          cell: ({ stats }) =>
            html`${totalOf(stats).toLocaleString('en')}<span class="unit"> in 24 hours</span>`,
        },
      ],
    })}
  </div>`;

const lastDelivery = ({ deliveryId, outcome, receivedAt }: ItemOf<'listActivity'>, timeZone: string): Html =>
  html`${outcomeState(outcome)}
    <a href="/console/deliveries/${deliveryId}">${time(receivedAt, timeZone)}</a>`;

const totalOf = ({ total }: AutomationRow['stats']): number =>
  Object.values(total.outcomes).reduce<number>((sum, count) => sum + (count ?? 0), 0);
