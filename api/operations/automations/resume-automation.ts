import { Automation } from '../../../contracts/automation.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import type { AutomationDeps } from './automation-view.ts';
import { setState } from './set-state.ts';

export const resumeAutomation = (deps: AutomationDeps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/resume',
    id: 'resumeAutomation',
    access: 'owner',
    summary: 'Resume an automation',
    description: 'Deliveries wake the agent again.',
    params: { id: idParam('automation') },
    answers: { 200: json('The automation.', Automation) },
    handle: async ({ workspace, params }) => ({
      status: 200,
      body: await setState(deps, { workspaceId: workspace.id, id: params.id, state: 'active' }),
    }),
  });
