import { type Html, html } from '#api/html.ts';
import type { ItemOf, OperationCalls } from '#api/routing/call-operation.ts';
import { definePage, view } from '../../define-page.ts';
import { barChart } from '../../parts/bar-chart.ts';
import { figures } from '../../parts/figures.ts';
import { money } from '../../parts/money.ts';
import { tabs } from '../../parts/tabs.ts';
import { count, type MeasureName, measureNamed, measures, type Used } from './measures.ts';
import { sharesPart } from './shares-part.ts';
import { monthLabel, monthName, usageAddress, usagePath } from './usage-path.ts';
import { usageTable } from './usage-table.ts';

type Month = ItemOf<'listUsage'>;

/** The usage month by month, and of one month by automation and by model. */
export const showUsage = () =>
  definePage({
    method: 'get',
    path: usagePath,
    handle: async ({ manage, query }) => {
      const measure = measureNamed(query['measure']);
      const [{ items: months }, month] = await Promise.all([
        manage.listUsage(),
        chosen(manage, query['month']),
      ]);
      const thisMonth = months[0]?.month;
      const address = (to: { readonly month?: string; readonly measure?: MeasureName }) =>
        usageAddress({ month: month.month, measure, ...to }, thisMonth);
      return view({
        title: 'Usage',
        section: 'usage',
        body: html`<div class="heading">
            <h1>Usage</h1>
            <p class="actions">
              <span class="quiet">CSV</span>
              <a href="${usagePath}/months.csv">months</a>
              <a href="${usagePath}/automations.csv">automations</a>
              <a href="${usagePath}/models.csv">models</a>
            </p>
          </div>
          ${figuresOfMonth(month, monthName(month.month))}
          ${tabs(
            'The charts as a table',
            Object.entries(measures).map(([name, { title }]) => ({
              title,
              href: address({ measure: measureNamed(name) }),
              isCurrent: name === measure,
            })),
          )}
          ${monthsPart(months, measure, (of) => address({ month: of }))} ${sharesPart(month, measure)}
          <p class="hint">
            Months are those of UTC. A run whose price is not known makes the sum of its month unknown, never
            zero: an open bar is the known part. Skipped deliveries are not billed.
          </p>`,
      });
    },
  });

/** The month that the page is about; this one where it names none. Throws NOT_FOUND. */
const chosen = (manage: Pick<OperationCalls, 'readUsage'>, month: string | undefined) =>
  manage.readUsage({ params: { month: month ?? new Date().toISOString().slice(0, 7) } });

function figuresOfMonth({ automationRuns, inputTokens, outputTokens, cost }: Used, month: string): Html {
  return figures([
    [`Runs in ${month}`, count(automationRuns)],
    ['Tokens read', count(inputTokens)],
    ['Tokens written', count(outputTokens)],
    ['Models cost', money(cost)],
  ]);
}

/** Newest first, without the empty months before the first one in which something was used. */
const sinceFirstUse = (months: readonly Month[]): readonly Month[] =>
  months.slice(
    0,
    Math.max(
      1,
      months.findLastIndex(
        ({ automationRuns, inputTokens, cost }) => automationRuns + inputTokens > 0 || cost.state !== 'none',
      ) + 1,
    ),
  );

function monthsPart(
  months: readonly Month[],
  measure: MeasureName,
  addressOf: (month: string) => string,
): Html {
  const { title, value, text, isOpen } = measures[measure];
  return html`<section aria-labelledby="months">
    <h2 id="months">${title} by month</h2>
    ${barChart(
      months.toReversed().map((month) => ({
        label: monthLabel(month.month),
        value: value(month),
        text: text(month),
        title: `${monthName(month.month)}: ${text(month)}`,
        isOpen: isOpen(month),
      })),
    )}
    ${usageTable({
      label: 'Usage by month',
      head: 'Month',
      rows: sinceFirstUse(months).map((month) => ({
        ...month,
        head: html`<a href="${addressOf(month.month)}">${monthName(month.month)}</a>`,
      })),
    })}
  </section>`;
}
