import { z } from 'zod';

import { SigningSecret } from '#contracts/sender.ts';
import { CustomSender } from '#contracts/sender-data.ts';
import { DomainError } from '#domain/domain-error.ts';
import { proposeSender } from '#senders/detect/propose.ts';
import { createSenderRequest } from '#senders/request.ts';
import type { SenderRequest } from '#senders/sender.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { SignedRequest, SignedRequests } from '#store/report/signed-requests.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { found } from '../found.ts';
import { findAutomation } from '../automations/automation-view.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';

const Asked = z.object({
  signingSecret: SigningSecret.default(null).describe(
    'The secret as its sender shows it, or its public key. It is not stored. Null: no signature is looked for.',
  ),
  deliveryId: z
    .string()
    .max(200)
    .optional()
    .describe('The delivery to look at. Absent: the newest that can be.'),
});

const Found = z.object({
  deliveryId: z.string().describe('The delivery that was looked at.'),
  sender: z
    .object({ id: z.string(), title: z.string().describe('The name that people use.') })
    .nullable()
    .describe('The sender of the list that signs so: choose it. Null: none of them.'),
  customSender: CustomSender.describe('A description of its sender, as a value of `customSender`.'),
  why: z
    .array(
      z.object({
        member: z.string().describe('The member of the description.'),
        sentence: z.string().describe('The reason.'),
      }),
    )
    .describe('Why each member is proposed, or not.'),
});

/** Other deliveries show what is the same in all of them. */
const earlier = { limit: 20, bytesMax: 2_000_000 } as const;

interface Deps {
  readonly automations: Pick<Automations, 'find'>;
  readonly deliveries: Pick<Deliveries, 'newest' | 'arrived' | 'find'>;
  readonly signedRequests: Pick<SignedRequests, 'last'>;
  readonly publicUrl: string;
}

export const searchSender = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/sender-search',
    id: 'searchSender',
    access: 'owner',
    summary: 'Find out how a sender signs',
    description:
      'Looks at a stored delivery and tries each header, algorithm and signed text that senders use with its secret, and proposes the sender, or its description. Nothing is changed. The signature of the newest delivery is kept for a day, sealed, while the automation has no signing secret; of another delivery it is not.',
    params: { id: idParam('automation') },
    body: jsonBody(Asked, {
      examples: {
        secret: { summary: 'With the secret', value: { signingSecret: 'whsec_MfKQ9r8GKYqrTwjU' } },
      },
    }),
    answers: { 200: json('The proposal.', Found) },
    refusals: ['INVALID_REQUEST', 'NOT_FOUND'],
    handle: async ({ workspace, params, body }) => {
      const { id: automationId, token } = await findAutomation(deps.automations, workspace.id, params.id);
      const { signingSecret, deliveryId } = await body();
      const hook = { workspaceId: workspace.id, automationId };
      const looked = await lookedAt(deps, hook, `${deps.publicUrl}/hooks/${token ?? ''}`, deliveryId);
      const { known, data, why } = proposeSender({ ...looked, secret: signingSecret });
      const sender = known === null ? null : { id: known.id, title: known.title };
      return {
        status: 200,
        body: {
          deliveryId: looked.deliveryId,
          sender,
          customSender: CustomSender.parse(data),
          why: [...why],
        },
      };
    },
  });

async function lookedAt(
  { deliveries, signedRequests }: Deps,
  hook: Hook,
  url: string,
  asked: string | undefined,
) {
  const { workspaceId, automationId } = hook;
  if (asked !== undefined) {
    const record = await deliveries.find(workspaceId, asked);
    found(record?.automationId === automationId ? record : null, 'delivery of this automation');
  }
  const kept = await signedRequests.last(hook);
  const newest = await Array.fromAsync(deliveries.newest(workspaceId, automationId, earlier));
  const deliveryId =
    asked ?? newest.find((one) => one.deliveryId === kept?.deliveryId)?.deliveryId ?? newest[0]?.deliveryId;
  const delivery =
    newest.find((one) => one.deliveryId === deliveryId)?.delivery ??
    (deliveryId === undefined ? null : await deliveries.arrived(workspaceId, deliveryId));
  if (deliveryId === undefined || delivery === null)
    throw new DomainError('INVALID_REQUEST', 'There is no stored delivery to look at', {
      hint: 'Have the sender send a test event to the URL of the automation first.',
    });
  const signed = kept?.deliveryId === deliveryId ? kept : null;
  return {
    deliveryId,
    request: requestOf(delivery, url, signed),
    earlier: newest
      .filter((one) => one.deliveryId !== deliveryId)
      .map((one) => requestOf(one.delivery, url, null)),
  };
}

type Stored = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly receivedAt: string;
};

const requestOf = (
  { headers, body, receivedAt }: Stored,
  url: string,
  signed: SignedRequest | null,
): SenderRequest =>
  createSenderRequest({
    method: 'POST',
    url: `${url}${signed?.search ?? ''}`,
    headers: { ...headers, ...signed?.headers },
    rawBody: Buffer.from(body),
    now: Date.parse(receivedAt),
  });
