import type { Automations } from '../../../store/automations.ts';
import { empty } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';

export const deleteAutomation = ({ automations }: { readonly automations: Automations }) =>
  defineOperation({
    method: 'delete',
    path: '/manage/automations/{id}',
    id: 'deleteAutomation',
    access: 'owner',
    summary: 'Delete an automation',
    description: 'Its URL is retired permanently.',
    params: { id: idParam('automation') },
    answers: { 204: empty('Deleted.') },
    handle: async ({ workspace, params }) => {
      const record = await findAutomation(automations, workspace.id, params.id);
      await automations.remove(workspace.id, record);
      return { status: 204 };
    },
  });
