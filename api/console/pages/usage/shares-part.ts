import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { outsideText } from '../../parts/outside-text.ts';
import type { MeasureName } from './measures.ts';
import { usageTable } from './usage-table.ts';
import { monthName } from './usage-path.ts';

type Month = AnswerTo<'readUsage'>;

/** More are in the file. */
const rowsMax = 25;

/** A month by automation and by model. */
export function sharesPart(month: Month, drawn: MeasureName): Html {
  const { automations, models } = month;
  if (automations.length === 0)
    return emptyState({
      title: `No usage in ${monthName(month.month)}`,
      text: 'Each automation and each model has a row here once a run of the month is over.',
    });
  return html`<section aria-labelledby="automations">
      <h2 id="automations">${monthName(month.month)}, by automation</h2>
      ${usageTable({
        label: 'Usage by automation',
        head: 'Automation',
        rows: automations.slice(0, rowsMax).map((row) => ({ ...row, head: automationHead(row) })),
        drawn,
      })}
      ${more(automations.length)}
    </section>
    <section aria-labelledby="models">
      <h2 id="models">${monthName(month.month)}, by model</h2>
      ${usageTable({
        label: 'Usage by model',
        head: 'Model',
        rows: models.slice(0, rowsMax).map((row) => ({
          ...row,
          head:
            row.model === null
              ? html`<span class="quiet">No model, or not counted by model</span>`
              : outsideText(row.model),
        })),
        drawn,
      })}
      ${more(models.length)}
    </section>`;
}

const more = (rows: number): Html | false =>
  rows > rowsMax && html`<p class="hint">${rows - rowsMax} more are in the CSV.</p>`;

function automationHead({ id, name }: Month['automations'][number]): Html {
  if (id === null) return html`<span class="quiet">Not counted by automation</span>`;
  const shown = outsideText(name ?? id, 80);
  return id.startsWith('agt_')
    ? html`${shown} <span class="quiet">chat</span>`
    : html`<a href="/console/activity?automationId=${id}">${shown}</a>`;
}
