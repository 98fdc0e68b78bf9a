import { DeliveryRecord } from '../../../capabilities/records.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import { arrivalOfReplay } from '../../../intake/arrival.ts';
import type { Intake } from '../../../intake/receive.ts';
import type { Automations } from '../../../store/automations.ts';
import type { Deliveries } from '../../../store/deliveries.ts';
import { assertAccepted } from '../../errors/assert-accepted.ts';
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
      "A new delivery with the same body and today's instructions and filter, billed like any other. A delivery that came while the automation was paused cannot be replayed, because its body is not kept: 404.",
    params: { deliveryId: idParam('delivery') },
    answers: { 201: json('The record of the new delivery.', DeliveryRecord) },
    refusals: [
      'INVALID_REQUEST',
      'WEBHOOK_RETIRED',
      'WEBHOOK_SUSPENDED',
      'DELIVERY_RATE_EXCEEDED',
      'CONCURRENCY_EXCEEDED',
      'STORAGE_EXCEEDED',
      'INTAKE_UNAVAILABLE',
    ],
    handle: async ({ workspace, params }) => {
      const first = found(await deliveries.find(workspace.id, params.deliveryId), 'delivery');
      const body = await deliveryBody(deliveries, workspace.id, first);
      const { automationId } = first;
      const automation = found(await automations.find(workspace.id, automationId), 'automation any more');
      if (automation.state === 'paused') throw pausedReplay('deliveryId');
      const arrival = arrivalOfReplay(first, body);
      const receipt = await intake.receive({ workspaceId: workspace.id, automationId }, arrival);
      assertAccepted(receipt);
      // Paused after the check above.
      if (receipt.status === 'skipped') throw pausedReplay('deliveryId');
      await deliveries.noteReplay(workspace.id, first.deliveryId, arrival.deliveryId);
      return {
        status: 201,
        body: found(await deliveries.find(workspace.id, arrival.deliveryId), 'delivery'),
      };
    },
  });

/** The refusal to replay while the automation is paused; `field` names it. */
export const pausedReplay = (field: string) =>
  new DomainError('INVALID_REQUEST', `${field}: the automation is paused`, {
    hint: 'Resume the automation, then replay the delivery.',
  });
