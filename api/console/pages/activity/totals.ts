import type { Outcome } from '../../../../contracts/run.ts';
import type { Stats } from '../../../../contracts/stats.ts';
import { type Html, html } from '../../../html.ts';
import { outcomeNames, outcomeState } from '../../parts/outcome.ts';
import { activityPath, type ActivityQuery } from './activity-query.ts';
import { refusedOf } from './outcome-chart.ts';

/** What came of everything in the time of the chart; each outcome leads to its deliveries. */
export function totals({ outcomes, duplicates, refused }: Stats['total'], query: ActivityQuery): Html {
  const { automationId } = query;
  const within = { period: 'day', ...(automationId !== undefined && { automationId }) };
  const seen = (Object.keys(outcomeNames) as Outcome[]).filter((outcome) => outcomes[outcome] > 0);
  const refusedCount = refusedOf({ refused });
  return html`<ul class="totals" aria-label="The last 24 hours">
    ${seen.map(
      (outcome) =>
        html`<li>
          <a href="${activityPath({ ...within, outcome })}"
            ><b>${outcomes[outcome]}</b> ${outcomeState(outcome)}</a
          >
        </li>`,
    )}
    ${seen.length === 0 && html`<li class="quiet">Nothing arrived in the last 24 hours</li>`}
    ${duplicates > 0 && html`<li><b>${duplicates}</b> ${duplicates === 1 ? 'duplicate' : 'duplicates'}, counted on the first</li>`}
    ${
      refusedCount > 0 &&
      html`<li>
        <b>${refusedCount}</b> refused at the door:
        ${Object.entries(refused).map(([code, count]) => html`<code>${code}</code> ${count} `)}
      </li>`
    }
  </ul>`;
}
