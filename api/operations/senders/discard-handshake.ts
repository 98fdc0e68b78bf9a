import type { Automations } from '#store/automation/automations.ts';
import type { Handshakes } from '#store/automation/handshakes.ts';
import { empty } from '../answers.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';

interface Deps {
  readonly automations: Pick<Automations, 'find'>;
  readonly handshakes: Pick<Handshakes, 'forget'>;
}

export const discardHandshake = ({ automations, handshakes }: Deps) =>
  defineOperation({
    method: 'delete',
    path: '/manage/automations/{id}/handshake',
    id: 'discardHandshake',
    access: 'owner',
    summary: 'Discard the handshake that waits',
    description:
      'Forgets what came with it, so that the next one is kept: for a handshake that is not of your sender, or too old.',
    params: { id: idParam('automation') },
    answers: { 204: empty('None waits any more.') },
    handle: async ({ workspace, params }) => {
      const { id: automationId } = await findAutomation(automations, workspace.id, params.id);
      await handshakes.forget({ workspaceId: workspace.id, automationId });
      return { status: 204 };
    },
  });
