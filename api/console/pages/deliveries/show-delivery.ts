import { definePage } from '../../define-page.ts';
import { deliveryParams } from './delivery-path.ts';
import { deliveryView } from './delivery-view.ts';
import { readFacts } from './read-facts.ts';

export const showDelivery = () =>
  definePage({
    method: 'get',
    path: '/console/deliveries/{deliveryId}',
    params: deliveryParams,
    handle: async ({ manage, params, query, timeZone, csrf, workspace }) => {
      const facts = await readFacts(manage, params['deliveryId'] ?? '');
      return deliveryView({ ...facts, timeZone, csrf, workspace, raw: query['body'] === 'raw' });
    },
  });
