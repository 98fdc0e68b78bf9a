import { definePage } from '../../define-page.ts';
import { deliveryParams } from './delivery-path.ts';

/** The body byte for byte. */
export const downloadBody = () =>
  definePage({
    method: 'get',
    path: '/console/deliveries/{deliveryId}/body',
    params: deliveryParams,
    handle: async ({ manage, params }) => {
      const { type, file, fileName = 'body.bin' } = await manage.readDeliveryBody({ params });
      return { kind: 'download', type, fileName, content: file };
    },
  });
