import { AlertRuleWithSecret } from '#contracts/alert.ts';
import { DomainError } from '#domain/domain-error.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { type AlertDeps, withLastAlert } from './alert-deps.ts';

type Deps = Pick<AlertDeps, 'alertRules' | 'alerts'>;

export const replaceAlertSecret = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/alerts/{ruleId}/secret',
    id: 'replaceAlertSecret',
    access: 'owner',
    summary: 'Replace the secret of an alert rule',
    description:
      'The new secret is shown this once. For 24 hours alerts carry two signatures, one by each secret, so that you can change it at the other end without missing any.',
    params: { ruleId: idParam('alert rule') },
    answers: { 200: json('The rule with its new secret.', AlertRuleWithSecret) },
    refusals: ['ALERT_NOT_SIGNED'],
    handle: async ({ workspace, params }) => {
      const read = found(await deps.alertRules.find(workspace.id, params.ruleId), 'alert rule');
      if (read.channel.kind === 'email')
        throw new DomainError('ALERT_NOT_SIGNED', 'E-mails are not signed: this rule has no secret');
      const { rule, secret } = found(
        await deps.alertRules.replaceSecret(workspace.id, params.ruleId),
        'alert rule',
      );
      return { status: 200, body: { ...(await withLastAlert(deps, workspace.id, rule)), secret } };
    },
  });
