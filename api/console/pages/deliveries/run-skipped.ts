import { definePage, seeOther } from '../../define-page.ts';
import { formProblem, problemNote } from '../../parts/refused-form.ts';
import { deliveryParams, deliveryPath } from './delivery-path.ts';
import { deliveryView } from './delivery-view.ts';
import { readFacts } from './read-facts.ts';

/** Runs a delivery that a pause or a budget skipped, and shows what becomes of it. */
export const runSkipped = () =>
  definePage({
    method: 'post',
    path: '/console/deliveries/{deliveryId}/run-skipped',
    access: 'owner',
    params: deliveryParams,
    handle: async ({ manage, params, timeZone, csrf, workspace }) => {
      const { deliveryId, automationId } = await manage.readDelivery({ params });
      try {
        await manage.runSkipped({ params: { id: automationId }, body: { deliveryIds: [deliveryId] } });
        const { ranAs } = await manage.readDelivery({ params });
        return seeOther(deliveryPath(ranAs ?? deliveryId));
      } catch (error) {
        const problem = formProblem(error);
        const facts = await readFacts(manage, deliveryId);
        const { status } = problem;
        return deliveryView({
          ...facts,
          timeZone,
          csrf,
          workspace,
          raw: false,
          status,
          problem: problemNote(problem),
        });
      }
    },
  });
