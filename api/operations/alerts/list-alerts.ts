import { Alert } from '#contracts/alert.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { idParam } from '../path-params.ts';
import type { AlertDeps } from './alert-deps.ts';

type Deps = Pick<AlertDeps, 'alertRules' | 'alerts'>;

export const listAlerts = ({ alertRules, alerts }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/alerts/{ruleId}/log',
    id: 'listAlerts',
    access: 'owner',
    summary: 'List the alerts of a rule',
    description: 'The alerts that it sent and their results, newest first. The newest 200 are kept.',
    params: { ruleId: idParam('alert rule') },
    query: ListQuery,
    answers: { 200: json('A page of alerts.', pageOf(Alert)) },
    handle: async ({ workspace, params, query }) => {
      found(await alertRules.find(workspace.id, params.ruleId), 'alert rule');
      return { status: 200, body: await alerts.list(workspace.id, params.ruleId, query) };
    },
  });
