import type { Outcome } from '#contracts/run.ts';
import { type Html, html } from '#api/html.ts';
import type { AutomationChoices } from '../../parts/automation-choices.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { automationPath } from '../automations/automation-path.ts';
import { outcomeNames, outcomeState } from '../../parts/outcome.ts';
import { activityPath, type ActivityQuery } from './activity-query.ts';
import { refusedOf } from './outcome-chart.ts';
import type { Chart } from './read-activity.ts';

/** What came of everything in the time of the chart; each outcome leads to its deliveries. */
export function totals(
  { total, range }: Chart,
  { automationId }: ActivityQuery,
  automations: AutomationChoices,
): Html {
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
        <b>${refusedCount}</b> refused at the door:
        ${Object.entries(refused).map(([code, count]) => html`<code>${code}</code> ${count} `)}
        ${whyLinks(automations.items.filter(({ id }) => automationId === undefined || id === automationId))}
      </li>`
    }
  </ul>`;
}

/** Reasons are listed automation by automation, with what helps. */
const whyLinks = (automations: AutomationChoices['items']): Html =>
  automations.length === 1
    ? html`<a href="${automationPath(automations[0]?.id ?? '')}/sender">Why?</a>`
    : html`<details>
        <summary>Why?</summary>
        <ul class="plain-list">
          ${automations.map(
            ({ id, name }) => html`<li><a href="${automationPath(id)}/sender">${outsideText(name)}</a></li>`,
          )}
        </ul>
      </details>`;
