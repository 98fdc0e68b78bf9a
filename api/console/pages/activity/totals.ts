import type { Outcome } from '#contracts/run.ts';
import { type Html, html } from '#api/html.ts';
import { outcomeNames, outcomeState } from '../../parts/outcome.ts';
import { activityPath, type ActivityQuery } from './activity-query.ts';
import { refusedOf } from './outcome-chart.ts';
import type { Chart } from './read-activity.ts';
import { refusedPath } from './show-refused.ts';

/** The outcomes of everything in the time of the chart; each outcome leads to its deliveries. */
export function totals({ total, range }: Chart, { automationId }: ActivityQuery): Html {
  const { outcomes, duplicates, refused } = total;
  const within = { ...range.within, ...(automationId !== undefined && { automationId }) };
  const seen = (Object.keys(outcomeNames) as Outcome[]).filter((outcome) => outcomes[outcome] > 0);
  const refusedCount = refusedOf({ refused });
  return html`<ul class="totals" aria-label="${range.title}">
    <li class="quiet">${range.title}</li>
    ${seen.map(
      (outcome) =>
        html`<li>
          <a href="${activityPath({ ...within, outcome })}"
            ><b>${outcomes[outcome]}</b> ${outcomeState(outcome)}</a
          >
        </li>`,
    )}
    ${seen.length === 0 && html`<li class="quiet">nothing arrived</li>`}
    ${duplicates > 0 && html`<li><b>${duplicates}</b> ${duplicates === 1 ? 'duplicate' : 'duplicates'}, counted on the first</li>`}
    ${
      refusedCount > 0 &&
      html`<li>
        <a href="${activityPath(within, refusedPath)}"
          ><b>${refusedCount}</b> refused at the door:
          ${Object.entries(refused).map(([code, count]) => html`<code>${code}</code> ${count} `)}</a
        >
      </li>`
    }
  </ul>`;
}
