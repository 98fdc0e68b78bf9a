import { Stats } from '#contracts/stats.ts';
import type { Counts } from '#store/counts/counts.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { rangeOf, statsNotes, StatsQuery } from './stats-query.ts';

export const readStats = ({ counts }: { readonly counts: Counts }) =>
  defineOperation({
    method: 'get',
    path: '/manage/stats',
    id: 'readStats',
    access: 'owner',
    summary: 'Count what arrived in the workspace',
    description: `Hour by hour or day by day: how deliveries ended, duplicates, and what was refused. ${statsNotes}`,
    query: StatsQuery,
    answers: { 200: json('The counts of all automations together, deleted ones too.', Stats) },
    handle: async ({ workspace, query }) => ({
      status: 200,
      body: await counts.stats(workspace.id, { automationId: null, ...rangeOf(query) }),
    }),
  });
