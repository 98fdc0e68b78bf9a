import { type ErrorCode, errorCatalogue } from '#contracts/errors.ts';
import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import type { OperationCalls } from '#api/routing/call-operation.ts';
import { definePage, view } from '../../define-page.ts';
import { automationChoices, type AutomationChoices } from '../../parts/automation-choices.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { automationPath } from '../automations/automation-path.ts';
import { signatureWords } from '../automations/sender-fields.ts';
import { activityPath, activityQuery } from './activity-query.ts';
import { type ChartRange, chartRange } from './chart-range.ts';
import { readChart } from './read-activity.ts';

interface Refusal {
  /** Null: of those that are deleted, or that the menus do not have. */
  readonly automation: AutomationChoices['items'][number] | null;
  readonly code: string;
  readonly count: number;
  /** The reason of the last one, where it is known; else what the code means. */
  readonly why: Html | string;
}

export const refusedPath = '/console/activity/refused';

/** Shows what the hooks of automations refused in the time of the chart, and why. A request that is refused is not kept. */
export const showRefused = () =>
  definePage({
    method: 'get',
    path: refusedPath,
    handle: async ({ manage, query: written, timeZone }) => {
      const query = activityQuery(written);
      const range = chartRange(query, { nowMs: Date.now(), timeZone });
      const { automationId } = query;
      const { items } = await automationChoices(manage, [automationId]);
      const shown = items.filter(({ id }) => automationId === undefined || id === automationId);
      const listed = (
        await Promise.all(shown.map((one) => refusalsOf({ manage, range, timeZone }, one)))
      ).flat();
      const all = (await readChart(manage, query, range))?.total.refused ?? {};
      const refusals = [...listed, ...restOf(all, listed)];
      return view({
        title: 'Refused at the door',
        section: 'activity',
        body: html`<p class="crumb"><a href="${activityPath(query)}">Activity</a></p>
          <h1>Refused at the door</h1>
          <p class="lead">
            ${range?.title}. Nothing of a refused request is kept: each is counted, with its reason.
          </p>
          ${table({
            name: 'Refusals',
            rows: refusals,
            columns: [
              { title: 'Automation', cell: automationCell },
              {
                title: 'Why',
                cell: ({ code, why }) =>
                  html`<code>${code}</code>
                    <p class="detail">${why}</p>`,
              },
              { title: 'Refused', className: 'number', cell: ({ count }) => count },
            ],
            empty: nothing,
          })}`,
      });
    },
  });

interface Setting {
  readonly manage: OperationCalls;
  readonly range: ChartRange | null;
  readonly timeZone: string;
}

async function refusalsOf(
  { manage, range, timeZone }: Setting,
  automation: NonNullable<Refusal['automation']>,
): Promise<readonly Refusal[]> {
  const { id } = automation;
  const chart = await readChart(manage, { automationId: id }, range);
  const refused = Object.entries(chart?.total.refused ?? {});
  const signature: ErrorCode = 'SIGNATURE_INVALID';
  const last = refused.some(([code]) => code === signature)
    ? (await manage.readAutomation({ params: { id }, query: { wouldRun: 'false' } })).signatures
    : null;
  return refused.map(([code, count]) => ({
    automation,
    code,
    count,
    why: code === signature && last !== null ? signatureWords(last, timeZone) : meaningOf(code),
  }));
}

function restOf(all: Readonly<Record<string, number>>, listed: readonly Refusal[]): readonly Refusal[] {
  const rest = Object.entries(all).map(([code, count]) => {
    const known = listed.filter((one) => one.code === code).reduce((sum, one) => sum + one.count, 0);
    return { automation: null, code, count: count - known, why: meaningOf(code) };
  });
  return rest.filter(({ count }) => count > 0);
}

const isError = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

const meaningOf = (code: string): string =>
  isError(code) ? errorCatalogue[code].when : 'The field of the form that people do not see was filled in.';

const automationCell = ({ automation }: Refusal): Html | string =>
  automation === null
    ? 'Others, or deleted'
    : html`<a href="${automationPath(automation.id)}/sender">${outsideText(automation.name)}</a>`;

const nothing = {
  title: 'Nothing was refused',
  text: 'Requests that a hook does not take are counted here: without a right signature, over a limit, or too large.',
};
