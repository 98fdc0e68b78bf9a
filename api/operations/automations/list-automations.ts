import { Automation } from '#contracts/automation.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { type AutomationDeps, automationViews } from './automation-view.ts';

export const listAutomations = (deps: AutomationDeps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations',
    id: 'listAutomations',
    access: 'owner',
    summary: 'List automations',
    query: ListQuery,
    answers: { 200: json('A page of automations.', pageOf(Automation)) },
    handle: async ({ workspace, query }) => {
      const { items, nextCursor } = await deps.automations.list(workspace.id, query);
      const views = await Promise.all(items.map(automationViews(deps, workspace)));
      return { status: 200, body: { items: views, nextCursor } };
    },
  });
