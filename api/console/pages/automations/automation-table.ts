import { type Html, html } from '#api/html.ts';
import type { AnswerTo, ItemOf } from '#api/routing/call-operation.ts';
import { outcomeState } from '../../parts/outcome.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { automationPath } from './automation-path.ts';
import { outcomeBars } from './outcome-bars.ts';

export interface AutomationRow {
  readonly automation: ItemOf<'listAutomations'>;
  /** The newest delivery. */
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
    <table class="rows">
      <thead>
        <tr>
          <th>Name</th>
          <th>State</th>
          <th>Last delivery</th>
          <th>Last 24 hours</th>
          <th class="number">Deliveries</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => tableRow(row, timeZone))}
      </tbody>
    </table>
  </div>`;

const tableRow = ({ automation: { id, name, state }, last, stats }: AutomationRow, timeZone: string): Html =>
  html`<tr>
    <th scope="row"><a href="${automationPath(id)}">${outsideText(name)}</a></th>
    <td><span class="state ${state}">${state}</span></td>
    <td>${last === undefined ? html`<span class="quiet">none yet</span>` : lastDelivery(last, timeZone)}</td>
    <td>${outcomeBars(stats.points)}</td>
    <td class="number">${totalOf(stats).toLocaleString('en')}<span class="unit"> in 24 hours</span></td>
  </tr>`;

const lastDelivery = ({ deliveryId, outcome, receivedAt }: ItemOf<'listActivity'>, timeZone: string): Html =>
  html`${outcomeState(outcome)}
    <a href="/console/deliveries/${deliveryId}">${time(receivedAt, timeZone)}</a>`;

const totalOf = ({ total }: AutomationRow['stats']): number =>
  Object.values(total.outcomes).reduce<number>((sum, count) => sum + (count ?? 0), 0);
