import type { Automations } from '#store/automation/automations.ts';
import type { Handshakes } from '#store/automation/handshakes.ts';
import { json } from '../answers.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { HandshakeView, handshakeView } from './handshake-view.ts';

interface Deps {
  readonly automations: Pick<Automations, 'find'>;
  readonly handshakes: Pick<Handshakes, 'last'>;
}

export const readHandshake = ({ automations, handshakes }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/automations/{id}/handshake',
    id: 'readHandshake',
    access: 'owner',
    role: 'editor',
    summary: 'Read the handshake that waits',
    description:
      'The handshake of the sender that waits for you, with what it left, until that is accepted or discarded: later ones do not replace it. If none waits, the last one that was answered. `404` where there was none.',
    params: { id: idParam('automation') },
    answers: { 200: json('The handshake.', HandshakeView) },
    handle: async ({ workspace, params }) => {
      const { id: automationId } = await findAutomation(automations, workspace.id, params.id);
      const last = found(await handshakes.last({ workspaceId: workspace.id, automationId }), 'handshake');
      return { status: 200, body: handshakeView(last) };
    },
  });
