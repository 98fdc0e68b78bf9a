import { Alert } from '#contracts/alert.ts';
import { newId } from '#domain/ids.ts';
import type { Alerts } from '#store/alert/alerts.ts';
import type { AlertStarter } from '#temporal/alert-starter.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import type { AlertDeps } from './alert-deps.ts';
import { assertMayTest } from './assert-may-test.ts';

interface Deps extends Pick<AlertDeps, 'alertRules'> {
  readonly alerts: Alerts;
  readonly alertStarter: Pick<AlertStarter, 'run'>;
  readonly alertWaitMs: number;
}

export const sendTestAlert = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/alerts/{ruleId}/test',
    id: 'sendTestAlert',
    access: 'owner',
    summary: 'Send a test alert',
    description:
      'Sends an alert of the type `alert.test` as every other, but tries it once, also where the rule is off. The answer says what became of it; where its `state` is `sending` still, the log says so later.',
    params: { ruleId: idParam('alert rule') },
    answers: { 200: json('The alert, in the log of the rule from now on.', Alert) },
    refusals: ['ALERT_TESTS_EXCEEDED'],
    handle: async ({ workspace, params }) => {
      const { alertRules, alerts } = deps;
      found(await alertRules.find(workspace.id, params.ruleId), 'alert rule');
      await assertMayTest(deps, workspace.id);
      const ref = { workspaceId: workspace.id, alertId: newId('alert') };
      const opened = await openTest(alerts, ref, params.ruleId);
      if (opened.length > 0) await deps.alertStarter.run(ref, deps.alertWaitMs);
      return { status: 200, body: found(await alerts.findView(ref.workspaceId, ref.alertId), 'alert rule') };
    },
  });

/** Notes the alert; again where the rule is changed meanwhile. */
async function openTest(
  alerts: Alerts,
  { workspaceId, alertId }: { readonly workspaceId: string; readonly alertId: string },
  ruleId: string,
): Promise<readonly string[]> {
  for (;;) {
    const rules = await alerts.rules(workspaceId);
    const rule = found(rules.find(({ id }) => id === ruleId) ?? null, 'alert rule');
    const alert = { id: alertId, type: 'alert.test', at: Date.now() } as const;
    const { status, opened } = await alerts.settle(workspaceId, null, [{ rule, about: null, alert }]);
    if (status !== 'changed') return opened;
  }
}
