import { html } from '#api/html.ts';
import type { ItemOf, OperationCalls } from '#api/routing/call-operation.ts';
import { definePage, view } from '../../define-page.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { nextPage } from '../../parts/next-page.ts';
import { automationPath } from './automation-path.ts';
import { type AutomationRow, automationTable } from './automation-table.ts';
import { recipeList } from './recipe-list.ts';

const path = '/console/automations';

/** For each there are two look-ups. */
const pageLimit = '25';

/** All automations with what happened to them lately; an empty workspace is led to its first one. */
export const automationsPage = () =>
  definePage({
    method: 'get',
    path,
    handle: async ({ manage, query, timeZone }) => {
      const { items, nextCursor } = await manage.listAutomations({
        query: { limit: pageLimit, cursor: query['cursor'] },
      });
      const rows = await Promise.all(items.map((automation) => rowOf(manage, automation)));
      return view({
        title: 'Automations',
        section: 'automations',
        body: html`<div class="heading">
            <h1>Automations</h1>
            <a class="button primary" href="${automationPath('new')}">New automation</a>
          </div>
          ${rows.length === 0 ? beginning() : automationTable(rows, { timeZone, path: pathOf(query['cursor']) })}
          ${nextPage(path, query, nextCursor)}`,
      });
    },
  });

const pathOf = (cursor: string | undefined) =>
  cursor === undefined ? path : `${path}?${new URLSearchParams({ cursor }).toString()}`;

async function rowOf(
  manage: Pick<OperationCalls, 'listActivity' | 'readAutomationStats'>,
  automation: ItemOf<'listAutomations'>,
): Promise<AutomationRow> {
  const params = { id: automation.id };
  const [activity, stats] = await Promise.all([
    manage.listActivity({ params, query: { limit: '1' } }),
    manage.readAutomationStats({ params, query: { step: 'hour', last: '24' } }),
  ]);
  return { automation, last: activity.items[0], stats };
}

const beginning = () =>
  html`${emptyState({
    title: 'No automation yet',
    text: 'An automation has a private URL. Every POST to it wakes an agent, which follows your instructions. Start with one of these: change the words, send a sample and watch it run.',
  })}
  ${recipeList()}`;
