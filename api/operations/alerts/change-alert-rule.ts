import { AlertRuleChange, AlertRuleWithSecret } from '#contracts/alert.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import {
  type AlertDeps,
  assertAutomation,
  channelRefusals,
  checkedChannel,
  withLastAlert,
} from './alert-deps.ts';

export const changeAlertRule = (deps: AlertDeps) =>
  defineOperation({
    method: 'patch',
    path: '/manage/alerts/{ruleId}',
    id: 'changeAlertRule',
    access: 'owner',
    summary: 'Change an alert rule',
    description:
      'Absent members stay as they are. With another automation, condition or state it begins anew and forgets what it counted. Another URL keeps the secret; a first URL gets one.',
    params: { ruleId: idParam('alert rule') },
    body: jsonBody(AlertRuleChange, {
      examples: {
        off: { summary: 'Tell nothing for now', value: { state: 'off' } },
        sooner: {
          summary: 'Tell sooner',
          value: { condition: { kind: 'failures', count: 2, minutes: 10 } },
        },
      },
    }),
    answers: { 200: json('The rule, with a secret where one was made.', AlertRuleWithSecret) },
    refusals: [...channelRefusals],
    handle: async ({ workspace, params, body }) => {
      const { channel, ...given } = await body();
      await assertAutomation(deps, workspace.id, given.automationId);
      const change = { ...given, ...(channel !== undefined && { channel: checkedChannel(deps, channel) }) };
      const { rule, secret } = found(
        await deps.alertRules.revise(workspace.id, params.ruleId, change),
        'alert rule',
      );
      return { status: 200, body: { ...(await withLastAlert(deps, workspace.id, rule)), secret } };
    },
  });
