import { Stats } from '#contracts/stats.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Counts } from '#store/counts/counts.ts';
import { json } from '../answers.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { rangeOf, statsNotes, StatsQuery } from './stats-query.ts';

interface Deps {
  readonly automations: Automations;
  readonly counts: Counts;
}

export const readAutomationStats = ({ automations, counts }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations/{id}/stats',
    id: 'readAutomationStats',
    access: 'owner',
    summary: 'Count what arrived at an automation',
    description: `Hour by hour or day by day: how deliveries ended, duplicates, and what was refused. ${statsNotes}`,
    params: { id: idParam('automation') },
    query: StatsQuery,
    answers: { 200: json('The counts of the automation.', Stats) },
    handle: async ({ workspace, params, query }) => {
      const { id } = await findAutomation(automations, workspace.id, params.id);
      return {
        status: 200,
        body: await counts.stats(workspace.id, { automationId: id, ...rangeOf(query) }),
      };
    },
  });
