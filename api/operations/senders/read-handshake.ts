import { z } from 'zod';

import type { Automations } from '../../../store/automations.ts';
import type { Handshakes } from '../../../store/handshakes.ts';
import { json } from '../answers.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

const HandshakeView = z.object({
  sender: z.string().describe('Whose handshake it was.'),
  at: z.iso.datetime().describe('When it was answered.'),
  secret: z
    .string()
    .nullable()
    .describe('The signing secret that came with it. Some senders ask for it again on a page of theirs.'),
  confirmUrl: z.string().nullable().describe('The address that came with it, and ends it when it is called.'),
});

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
    summary: 'Read the last handshake',
    description:
      'The last handshake of the sender that was answered, with the secret that it left until that is taken. `404` where there was none.',
    params: { id: idParam('automation') },
    answers: { 200: json('The handshake.', HandshakeView) },
    handle: async ({ workspace, params }) => {
      const { id: automationId } = await findAutomation(automations, workspace.id, params.id);
      const last = found(await handshakes.last({ workspaceId: workspace.id, automationId }), 'handshake');
      const { senderId: sender, secret, confirmUrl } = last;
      return { status: 200, body: { sender, at: new Date(last.at).toISOString(), secret, confirmUrl } };
    },
  });
