import { type Html, html } from '../../../html.ts';
import type { AnswerTo } from '../../../routing/call-operation.ts';
import { definePage, view } from '../../define-page.ts';
import { barChart } from '../../parts/bar-chart.ts';
import { money } from '../../parts/money.ts';

type Month = AnswerTo<'listUsage'>['items'][number];

const monthName = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });
const wholeName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const count = (value: number) => value.toLocaleString('en');
const dayOf = ({ month }: Month) => new Date(`${month}-01T00:00:00Z`);

export const showUsage = () =>
  definePage({
    method: 'get',
    path: '/console/usage',
    access: 'owner',
    handle: async ({ manage }) => {
      const { items: months } = await manage.listUsage();
      const [now] = months;
      return view({
        title: 'Usage',
        section: 'usage',
        body: html`<div class="heading">
            <h1>Usage</h1>
            <p class="actions"><a class="button" href="/console/usage/months.csv">Download CSV</a></p>
          </div>
          ${now !== undefined && thisMonth(now)}
          <section aria-labelledby="runs">
            <h2 id="runs">Runs by month</h2>
            ${barChart(months.toReversed().map(barOf))} ${monthTable(months)}
          </section>
          <p class="hint">
            Months are those of UTC. A run whose price is not known makes the sum of its month unknown, never
            zero. Skipped deliveries are not billed.
          </p>`,
      });
    },
  });

const barOf = (month: Month) => ({
  label: monthName.format(dayOf(month)),
  value: month.automationRuns,
  title: `${wholeName.format(dayOf(month))}: ${count(month.automationRuns)} runs`,
});

function thisMonth({ automationRuns, inputTokens, outputTokens, cost }: Month): Html {
  return html`<dl class="figures">
    <div>
      <dt>Runs this month</dt>
      <dd>${count(automationRuns)}</dd>
    </div>
    <div>
      <dt>Tokens read</dt>
      <dd>${count(inputTokens)}</dd>
    </div>
    <div>
      <dt>Tokens written</dt>
      <dd>${count(outputTokens)}</dd>
    </div>
    <div>
      <dt>Models cost</dt>
      <dd>${money(cost)}</dd>
    </div>
  </dl>`;
}

function monthTable(months: readonly Month[]): Html {
  return html`<div class="wide" tabindex="0" role="region" aria-label="Usage by month">
    <table>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col" class="number">Runs</th>
          <th scope="col" class="number">Tokens read</th>
          <th scope="col" class="number">Tokens written</th>
          <th scope="col" class="number">Models cost</th>
        </tr>
      </thead>
      <tbody>
        ${months.map(
          (month) =>
            html`<tr>
              <th scope="row">${wholeName.format(dayOf(month))}</th>
              <td class="number">${count(month.automationRuns)}</td>
              <td class="number">${count(month.inputTokens)}</td>
              <td class="number">${count(month.outputTokens)}</td>
              <td class="number">${money(month.cost)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
