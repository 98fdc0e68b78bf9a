import { z } from 'zod';

import { DomainError } from '../../../domain/domain-error.ts';
import type { FetchPublic } from '../../../egress/fetch-public.ts';
import { senderOf } from '../../../senders/index.ts';
import type { Automations } from '../../../store/automations.ts';
import type { Handshakes } from '../../../store/handshakes.ts';
import { json } from '../answers.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { fetchText } from './fetch-text.ts';

const Accepted = z.object({
  secretTaken: z.boolean().describe('Whether its secret is the signing secret of the automation now.'),
  confirmed: z.boolean().describe('Whether the address that came with it was called.'),
});

interface Deps {
  readonly automations: Pick<Automations, 'find' | 'changeSender'>;
  readonly handshakes: Pick<Handshakes, 'last' | 'forget'>;
  readonly fetchPublic: FetchPublic;
}

export const acceptHandshake = ({ automations, handshakes, fetchPublic }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/handshake',
    id: 'acceptHandshake',
    access: 'owner',
    summary: 'Accept the last handshake',
    description:
      'Takes the secret that came with the last handshake as the signing secret, and calls the address that came with it, which confirms the subscription. Look at it first: whoever knows the URL of the hook can send one.',
    params: { id: idParam('automation') },
    answers: {
      200: json('What was done.', Accepted, {
        examples: {
          confirmed: { summary: 'A subscription', value: { secretTaken: false, confirmed: true } },
        },
      }),
    },
    refusals: ['INVALID_REQUEST', 'OUTBOUND_FAILED'],
    handle: async ({ workspace, params }) => {
      const { id: automationId, sender } = await findAutomation(automations, workspace.id, params.id);
      const hook = { workspaceId: workspace.id, automationId };
      const { senderId, secret, confirmUrl } = found(await handshakes.last(hook), 'handshake');
      if (senderId !== sender)
        throw new DomainError('INVALID_REQUEST', 'The handshake was of another sender', {
          hint: 'Set the sender of the automation, and have it send its handshake again.',
        });
      if (confirmUrl !== null) await confirm(fetchPublic, senderId, confirmUrl);
      if (secret !== null) await automations.changeSender(hook, { signingSecret: secret });
      await handshakes.forget(hook);
      return { status: 200, body: { secretTaken: secret !== null, confirmed: confirmUrl !== null } };
    },
  });

/** Calls the address only where its sender says that such addresses are its own. */
async function confirm(fetchPublic: FetchPublic, senderId: string, confirmUrl: string): Promise<void> {
  const handshake = senderOf(senderId)?.handshake;
  const isItsOwn = URL.canParse(confirmUrl) && handshake?.isConfirmUrl?.(new URL(confirmUrl)) === true;
  if (!isItsOwn)
    throw new DomainError('INVALID_REQUEST', 'The address of the handshake is not of its sender');
  try {
    await fetchText(fetchPublic)(confirmUrl);
  } catch (error) {
    throw new DomainError('OUTBOUND_FAILED', error instanceof Error ? error.message : 'It was not called');
  }
}
