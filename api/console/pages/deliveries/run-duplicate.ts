import { definePage, seeOther } from '../../define-page.ts';
import { deliveryParams, deliveryPath } from './delivery-path.ts';
import { refusedView } from './refused-view.ts';

/** Runs what was refused as a duplicate of a delivery, and shows what becomes of it. */
export const runDuplicate = () =>
  definePage({
    method: 'post',
    path: '/console/deliveries/{deliveryId}/run-duplicate',
    params: deliveryParams,
    handle: async (request) => {
      const { manage, params, form } = request;
      const eventIdFrom = form.get('eventIdFrom')?.trim() ?? '';
      try {
        const body = eventIdFrom === '' ? {} : { eventIdFrom };
        const { deliveryId } = await manage.runDuplicate({ params, body });
        return seeOther(deliveryPath(deliveryId));
      } catch (error) {
        return await refusedView(error, request, params['deliveryId'] ?? '', eventIdFrom);
      }
    },
  });
