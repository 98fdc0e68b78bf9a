import { z } from 'zod';

import { DeliveryRecord } from '#capabilities/records.ts';
import { IdempotencyKey } from '#contracts/chat.ts';
import { DomainError, invalidField } from '#domain/domain-error.ts';
import { isSkippedAtDoor, type OwnerDoorReason } from '#domain/skipped-at-door.ts';
import { arrivalOfReplay, idsOfReplay } from '#intake/arrival.ts';
import type { Intake } from '#intake/receive.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { assertAccepted, deliveryRefusals } from '../../errors/assert-accepted.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { deliveryBody } from './delivery-body.ts';

interface Deps {
  readonly automations: Pick<Automations, 'find'>;
  readonly deliveries: Deliveries;
  readonly intake: Pick<Intake, 'receive'>;
}

export const replayDelivery = ({ automations, deliveries, intake }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/deliveries/{deliveryId}/replay',
    id: 'replayDelivery',
    access: 'owner',
    summary: 'Process a delivery again',
    description:
      "A new delivery with the same body and today's instructions and filter, billed like any other. Each call makes one, unless it carries the `Idempotency-Key` of an earlier one. A delivery that was skipped before any run was started is not replayed but run: `POST …/run-skipped`.",
    params: { deliveryId: idParam('delivery') },
    headers: z.object({
      'Idempotency-Key': IdempotencyKey.optional().meta({
        description: 'The same request with the same key gives the same delivery again.',
      }),
    }),
    answers: { 201: json('The record of the new delivery.', DeliveryRecord) },
    refusals: ['INVALID_REQUEST', 'ARCHIVE_UNAVAILABLE', ...deliveryRefusals],
    handle: async ({ workspace, params, headers }) => {
      const first = found(await deliveries.find(workspace.id, params.deliveryId), 'delivery');
      if (isSkippedAtDoor(first)) throw neverRun();
      const ids = idsOfReplay(first, headers['Idempotency-Key']);
      const earlier = await deliveries.find(workspace.id, ids.deliveryId);
      if (earlier !== null) {
        // A process may have died before it was noted.
        if (first.ranAs === null)
          await deliveries.noteReplay(workspace.id, first.deliveryId, earlier.deliveryId);
        return { status: 201, body: earlier };
      }
      const body = await deliveryBody(deliveries, workspace.id, first);
      const { automationId } = first;
      const automation = found(await automations.find(workspace.id, automationId), 'automation any more');
      if (automation.state === 'paused') throw skippedReplay('deliveryId', 'paused');
      const arrival = arrivalOfReplay(first, body, ids);
      const receipt = await intake.receive({ workspaceId: workspace.id, automationId }, arrival);
      assertAccepted(receipt);
      // Paused after the check above.
      if (receipt.status === 'skipped') throw skippedReplay('deliveryId', receipt.reason);
      const replay = found(await deliveries.find(workspace.id, arrival.deliveryId), 'delivery');
      await deliveries.noteReplay(workspace.id, first.deliveryId, replay.deliveryId);
      return { status: 201, body: replay };
    },
  });

const skips: Readonly<Record<OwnerDoorReason, { readonly message: string; readonly hint: string }>> = {
  paused: {
    message: 'the automation is paused',
    hint: 'Resume the automation, then replay the delivery.',
  },
  budget: {
    message: 'the budget is used up',
    hint: 'Raise the budget, or wait until its day or month is over.',
  },
};

/** The refusal to replay while the automation takes no deliveries; `field` names it. */
export const skippedReplay = (field: string, reason: OwnerDoorReason) =>
  invalidField(field, skips[reason].message, { hint: skips[reason].hint });

const neverRun = () =>
  new DomainError('NOT_FOUND', 'No run was started for this delivery, so that there is none to replay', {
    hint: 'Run it by POST /manage/automations/{id}/run-skipped with its id in deliveryIds.',
  });
