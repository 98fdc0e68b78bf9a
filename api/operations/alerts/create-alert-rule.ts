import { AlertRuleWithSecret, alertRulesMax, NewAlertRule } from '#contracts/alert.ts';
import { DomainError } from '#domain/domain-error.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { type AlertDeps, assertAutomation, channelRefusals, checkedChannel } from './alert-deps.ts';
import { payloadMeaning } from './payload-meaning.ts';

const examples = {
  webhook: {
    summary: 'The first failure of any automation, to a URL',
    value: {
      name: 'On call',
      condition: { kind: 'first_failure' },
      channel: { kind: 'webhook', url: 'https://example.com/alerts' },
    },
  },
  failures: {
    summary: 'Five failures in ten minutes, of any automation',
    value: {
      name: 'Many failures',
      condition: { kind: 'failures', count: 5, minutes: 10 },
      channel: { kind: 'webhook', url: 'https://example.com/alerts' },
    },
  },
  silence: {
    summary: 'No delivery for a day',
    value: {
      name: 'The shop is quiet',
      condition: { kind: 'silence', minutes: 1440 },
      channel: { kind: 'webhook', url: 'https://example.com/alerts' },
    },
  },
  shape: {
    summary: 'Something in the deliveries is of another type than before',
    value: {
      name: 'The shop changed its orders',
      condition: { kind: 'shape_change' },
      channel: { kind: 'webhook', url: 'https://example.com/alerts' },
    },
  },
};

export const createAlertRule = (deps: AlertDeps) =>
  defineOperation({
    method: 'post',
    path: '/manage/alerts',
    id: 'createAlertRule',
    access: 'owner',
    summary: 'Create an alert rule',
    description: [
      `Alerts you when an automation fails, receives no deliveries, or receives deliveries of another form. At most ${alertRulesMax} rules. Each alert is tried up to five times over three quarters of an hour; \`GET /manage/alerts/{ruleId}/log\` says what became of it. A failed alert makes no other. A rule that watches one automation is deleted with it.`,
      payloadMeaning,
    ].join('\n\n'),
    body: jsonBody(NewAlertRule, { examples }),
    answers: { 201: json('The rule with its secret.', AlertRuleWithSecret) },
    refusals: ['ALERT_RULES_FULL', ...channelRefusals, 'NOT_FOUND'],
    handle: async ({ workspace, body }) => {
      const given = await body();
      await assertAutomation(deps, workspace.id, given.automationId);
      const channel = checkedChannel(deps, given.channel);
      const made = await deps.alertRules.create(workspace.id, { ...given, channel });
      if (made === null)
        throw new DomainError('ALERT_RULES_FULL', `A workspace has at most ${alertRulesMax} alert rules`);
      return { status: 201, body: { ...made.rule, lastAlert: null, secret: made.secret } };
    },
  });
