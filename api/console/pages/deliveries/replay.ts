import { definePage, seeOther } from '../../define-page.ts';
import { keyHeader } from '../../parts/form-key.ts';
import { formProblem, problemNote } from '../../parts/refused-form.ts';
import { deliveryParams, deliveryPath } from './delivery-path.ts';
import { deliveryView } from './delivery-view.ts';
import { readFacts } from './read-facts.ts';

/** Processes a delivery again, and shows what becomes of it. */
export const replay = () =>
  definePage({
    method: 'post',
    path: '/console/deliveries/{deliveryId}/replay',
    access: 'owner',
    params: deliveryParams,
    handle: async ({ manage, params, form, timeZone, csrf, workspace }) => {
      try {
        const { deliveryId } = await manage.replayDelivery({ params, headers: keyHeader(form) });
        return seeOther(deliveryPath(deliveryId));
      } catch (error) {
        const problem = formProblem(error);
        const facts = await readFacts(manage, params['deliveryId'] ?? '');
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
