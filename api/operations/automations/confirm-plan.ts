import { z } from 'zod';

import { Automation } from '#contracts/automation.ts';
import { DomainError } from '#domain/domain-error.ts';
import { digestOfPlan } from '#rules/plan.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { guardSave, type GuardDeps } from '../cases/guard-save.ts';
import { idParam } from '../path-params.ts';
import {
  type ChangingDeps,
  findAutomation,
  type TriedAutomationDeps,
  triedAutomationView,
} from './automation-view.ts';

const Confirmation = z.object({
  force: z.boolean().optional().describe('True: confirms it although it breaks cases that must hold.'),
  digest: z.string().describe('The `planDigest` of the plan that was shown.'),
});

export const confirmPlan = (deps: ChangingDeps & GuardDeps & TriedAutomationDeps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/plan/confirm',
    id: 'confirmPlan',
    access: 'owner',
    summary: 'Confirm a plan',
    description:
      'From then on runs carry out the plan, without a model and without its cost. A delivery on which the plan is unknown goes to the model before anything is sent. A change of `instructions` drops the plan and the confirmation.',
    params: { id: idParam('automation') },
    body: jsonBody(Confirmation, {
      examples: { shown: { summary: 'The plan that was shown', value: { digest: '9f86d081884c7d65' } } },
    }),
    answers: { 200: json('The automation.', Automation) },
    refusals: ['PLAN_CHANGED', 'REVISION_CHANGED', 'CASES_BROKEN'],
    handle: async ({ workspace, params, body }) => {
      const { digest, force } = await body();
      const automation = await findAutomation(deps.automations, workspace.id, params.id);
      const { id, revision, plan } = automation;
      if (plan === null || digestOfPlan(plan.plan) !== digest)
        throw new DomainError('PLAN_CHANGED', 'The automation has another plan than the one that was shown');
      if (plan.isConfirmed)
        return { status: 200, body: await triedAutomationView(deps, workspace, automation) };
      const confirmed = { plan: { ...plan, isConfirmed: true } };
      const given = { automation, change: confirmed, isForced: force === true };
      const guarded = await guardSave(deps, workspace.id, given);
      await deps.automations.revise(workspace.id, id, confirmed, revision, workspace.tokenName);
      const record = await findAutomation(deps.automations, workspace.id, id);
      await guarded.afterSave(record);
      await deps.eventTelling.automationChanged(workspace.id, record, 'changed');
      const view = await triedAutomationView(deps, workspace, record);
      return { status: 200, body: { ...view, ...guarded.members } };
    },
  });
