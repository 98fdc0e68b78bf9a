import { Automation } from '#contracts/automation.ts';
import type { HeldWaker } from '#intake/wake-held.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import type { ChangingDeps } from './automation-view.ts';
import { setState } from './set-state.ts';

interface Deps extends ChangingDeps {
  readonly heldWaker: Pick<HeldWaker, 'afterChange'>;
}

export const resumeAutomation = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/resume',
    id: 'resumeAutomation',
    access: 'owner',
    summary: 'Resume an automation',
    description: 'Deliveries wake the agent again, and what is held is run.',
    params: { id: idParam('automation') },
    answers: { 200: json('The automation.', Automation) },
    handle: async ({ workspace, params: { id } }) => {
      const body = await setState(deps, { workspace, id, state: 'active' });
      await deps.heldWaker.afterChange(workspace.id, id);
      return { status: 200, body };
    },
  });
