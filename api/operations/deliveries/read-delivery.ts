import { DeliveryRecord } from '#capabilities/records.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

export const readDelivery = ({ deliveries }: { readonly deliveries: Deliveries }) =>
  defineOperation({
    method: 'get',
    path: '/manage/deliveries/{deliveryId}',
    id: 'readDelivery',
    access: 'owner',
    summary: 'Read the record of a delivery',
    params: { deliveryId: idParam('delivery') },
    answers: { 200: json("The delivery, the agent's steps, and their cost.", DeliveryRecord) },
    refusals: ['ARCHIVE_UNAVAILABLE'],
    handle: async ({ workspace, params }) => ({
      status: 200,
      body: found(await deliveries.find(workspace.id, params.deliveryId), 'delivery'),
    }),
  });
