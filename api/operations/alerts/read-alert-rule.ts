import { AlertRule } from '#contracts/alert.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { type AlertDeps, withLastAlert } from './alert-deps.ts';

type Deps = Pick<AlertDeps, 'alertRules' | 'alerts'>;

export const readAlertRule = (deps: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/alerts/{ruleId}',
    id: 'readAlertRule',
    access: 'owner',
    summary: 'Read an alert rule',
    params: { ruleId: idParam('alert rule') },
    answers: { 200: json('The rule.', AlertRule) },
    handle: async ({ workspace, params }) => {
      const rule = found(await deps.alertRules.find(workspace.id, params.ruleId), 'alert rule');
      return { status: 200, body: await withLastAlert(deps, workspace.id, rule) };
    },
  });
