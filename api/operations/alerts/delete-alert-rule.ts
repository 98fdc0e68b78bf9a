import { empty } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import type { AlertDeps } from './alert-deps.ts';

export const deleteAlertRule = ({ alertRules }: Pick<AlertDeps, 'alertRules'>) =>
  defineOperation({
    method: 'delete',
    path: '/manage/alerts/{ruleId}',
    id: 'deleteAlertRule',
    access: 'owner',
    summary: 'Delete an alert rule',
    description: 'With its log. Alerts that are still being sent are not retried.',
    params: { ruleId: idParam('alert rule') },
    answers: { 204: empty('Deleted.') },
    handle: async ({ workspace, params }) => {
      found((await alertRules.remove(workspace.id, params.ruleId)) ? params.ruleId : null, 'alert rule');
      return { status: 204 };
    },
  });
