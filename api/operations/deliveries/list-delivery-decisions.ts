import { z } from 'zod';

import { Decision } from '#contracts/decision.ts';
import type { Decisions } from '#store/policy/decisions.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

interface Deps {
  readonly deliveries: Pick<Deliveries, 'find'>;
  readonly decisions: Pick<Decisions, 'ofDelivery'>;
}

const DeliveryDecisions = z.object({
  items: z.array(Decision).describe('Oldest first.'),
  complete: z
    .boolean()
    .describe('False where the log of that time is too long to be gone through as a whole.'),
});

export const listDeliveryDecisions = ({ deliveries, decisions }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/deliveries/{deliveryId}/network-access',
    id: 'listDeliveryDecisions',
    access: 'owner',
    summary: 'List what the run of a delivery was allowed and refused',
    description:
      'The part of the audit log of its agent that its requests wrote: each redirect and each try is a row of its own, with the sizes of what was sent and answered.',
    params: { deliveryId: idParam('delivery') },
    answers: { 200: json('Names only, no values.', DeliveryDecisions) },
    refusals: ['ARCHIVE_UNAVAILABLE'],
    handle: async ({ workspace, params }) => {
      const { deliveryId } = params;
      const { agentId, receivedAt, finishedAt } = found(
        await deliveries.find(workspace.id, deliveryId),
        'delivery',
      );
      const body = await decisions.ofDelivery({ workspaceId: workspace.id, agentId }, deliveryId, {
        fromMs: Date.parse(receivedAt),
        toMs: finishedAt === null ? null : Date.parse(finishedAt),
      });
      return { status: 200, body };
    },
  });
