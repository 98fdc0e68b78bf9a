import { definePage, seeOther } from '../../define-page.ts';
import { deliveryParams, deliveryPath } from './delivery-path.ts';
import { refusedView } from './refused-view.ts';

/** Runs a delivery that a pause or a budget skipped, and shows what becomes of it. */
export const runSkipped = () =>
  definePage({
    method: 'post',
    path: '/console/deliveries/{deliveryId}/run-skipped',
    params: deliveryParams,
    handle: async (request) => {
      const { manage, params } = request;
      const { deliveryId, automationId } = await manage.readDelivery({ params });
      try {
        await manage.runSkipped({ params: { id: automationId }, body: { deliveryIds: [deliveryId] } });
        const { ranAs } = await manage.readDelivery({ params });
        return seeOther(deliveryPath(ranAs ?? deliveryId));
      } catch (error) {
        return await refusedView(error, request, deliveryId);
      }
    },
  });
