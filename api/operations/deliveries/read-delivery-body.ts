import type { Deliveries } from '#store/delivery/deliveries.ts';
import { bytes, file } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { deliveryBody } from './delivery-body.ts';

export const readDeliveryBody = ({ deliveries }: { readonly deliveries: Deliveries }) =>
  defineOperation({
    method: 'get',
    path: '/manage/deliveries/{deliveryId}/body',
    id: 'readDeliveryBody',
    access: 'owner',
    summary: 'Read the body of a delivery',
    description:
      'Byte for byte as it arrived, decoded of its `Content-Encoding`. The body of a delivery that was skipped before any run was started is kept while there is room.',
    params: { deliveryId: idParam('delivery') },
    answers: {
      200: file('The body, byte for byte.', { 'application/octet-stream': { type: 'string' } }, [
        'Content-Disposition',
      ]),
    },
    refusals: ['ARCHIVE_UNAVAILABLE'],
    handle: async ({ workspace, params }) => {
      const delivery = found(await deliveries.find(workspace.id, params.deliveryId), 'delivery');
      const body = await deliveryBody(deliveries, workspace.id, delivery);
      const fileName = `${delivery.deliveryId}.bin`;
      return { status: 200, ...bytes('application/octet-stream', body, { fileName }) };
    },
  });
