import { definePage, seeOther } from '../../define-page.ts';
import { keyHeader } from '../../parts/form-key.ts';
import { deliveryParams, deliveryPath } from './delivery-path.ts';
import { refusedView } from './refused-view.ts';

/** Processes a delivery again, and shows what becomes of it. */
export const replay = () =>
  definePage({
    method: 'post',
    path: '/console/deliveries/{deliveryId}/replay',
    params: deliveryParams,
    handle: async (request) => {
      const { manage, params, form } = request;
      try {
        const { deliveryId } = await manage.replayDelivery({ params, headers: keyHeader(form) });
        return seeOther(deliveryPath(deliveryId));
      } catch (error) {
        return await refusedView(error, request, params['deliveryId'] ?? '');
      }
    },
  });
