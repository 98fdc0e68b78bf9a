import { Automation } from '../../../contracts/automation.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { findAutomation, type TriedAutomationDeps, triedAutomationView } from './automation-view.ts';

export const readAutomation = (deps: TriedAutomationDeps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations/{id}',
    id: 'readAutomation',
    access: 'owner',
    summary: 'Read an automation',
    params: { id: idParam('automation') },
    answers: { 200: json('The automation.', Automation) },
    handle: async ({ workspace, params }) => {
      const record = await findAutomation(deps.automations, workspace.id, params.id);
      return { status: 200, body: await triedAutomationView(deps, workspace.id, record) };
    },
  });
