import { z } from 'zod';

import { DomainError } from '#domain/domain-error.ts';
import type { FetchPublic } from '#egress/fetch-public.ts';
import { senderOf } from '#senders/index.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { Handshakes, KeptHandshake } from '#store/automation/handshakes.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { fetchText } from './fetch-text.ts';

const Shown = z
  .object({
    at: z.iso.datetime().optional().describe('The moment that `GET …/handshake` showed.'),
    digest: z.string().max(200).optional().describe('The digest that `GET …/handshake` showed.'),
  })
  .refine(({ at, digest }) => at !== undefined || digest !== undefined, {
    path: ['at'],
    message: 'or digest has to say which handshake you accept: look at GET …/handshake first',
  });

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
    summary: 'Accept the handshake that waits',
    description:
      'Takes the secret that came with the handshake as the signing secret, and calls the address that came with it, which confirms the subscription. Whoever knows the URL of the hook can send one: look at it first, and name it by the `at` or `digest` that you saw.',
    params: { id: idParam('automation') },
    body: jsonBody(Shown, {
      examples: {
        digest: {
          summary: 'By its digest',
          value: { digest: '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea' },
        },
        at: { summary: 'By its moment', value: { at: '2026-11-23T09:30:00.123Z' } },
      },
    }),
    answers: {
      200: json('The action that was taken.', Accepted, {
        examples: {
          confirmed: { summary: 'A subscription', value: { secretTaken: false, confirmed: true } },
        },
      }),
    },
    refusals: ['INVALID_REQUEST', 'HANDSHAKE_CHANGED', 'OUTBOUND_FAILED'],
    handle: async ({ workspace, params, body }) => {
      const automation = await findAutomation(automations, workspace.id, params.id);
      const hook = { workspaceId: workspace.id, automationId: automation.id };
      const shown = await body();
      const kept = found(await handshakes.last(hook), 'handshake');
      assertShown(kept, shown);
      assertMayAccept(kept, automation);
      const { senderId, secret, confirmUrl } = kept;
      if (confirmUrl !== null) await confirm(fetchPublic, senderId, confirmUrl);
      if (secret !== null) await automations.changeSender(hook, { signingSecret: secret });
      if (secret !== null || confirmUrl !== null) await handshakes.forget(hook);
      return { status: 200, body: { secretTaken: secret !== null, confirmed: confirmUrl !== null } };
    },
  });

/** Throws HANDSHAKE_CHANGED where another one waits than the owner has seen. */
function assertShown({ at, digest }: KeptHandshake, shown: z.output<typeof Shown>): void {
  const isSame =
    (shown.at === undefined || Date.parse(shown.at) === at) &&
    (shown.digest === undefined || shown.digest === digest);
  if (!isSame) throw new DomainError('HANDSHAKE_CHANGED', 'This is not the handshake that waits');
}

function assertMayAccept(
  { senderId, secret, isSigned }: KeptHandshake,
  { sender, hasSigningSecret }: AutomationRecord,
): void {
  if (senderId !== sender)
    throw new DomainError('INVALID_REQUEST', 'The handshake was of another sender', {
      hint: 'Set the sender of the automation, and have it send its handshake again.',
    });
  if (secret !== null && hasSigningSecret && !isSigned)
    throw new DomainError('INVALID_REQUEST', 'The handshake is not signed with the signing secret', {
      hint: 'If your sender made a new secret, remove the present one first: PATCH {"signingSecret": null}.',
    });
}

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
