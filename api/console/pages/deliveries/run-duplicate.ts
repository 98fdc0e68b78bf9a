import { definePage, seeOther } from '../../define-page.ts';
import { formProblem, problemNote } from '../../parts/refused-form.ts';
import { deliveryParams, deliveryPath } from './delivery-path.ts';
import { deliveryView } from './delivery-view.ts';
import { readFacts } from './read-facts.ts';

/** Runs what was refused as a duplicate of a delivery, and shows what becomes of it. */
export const runDuplicate = () =>
  definePage({
    method: 'post',
    path: '/console/deliveries/{deliveryId}/run-duplicate',
    access: 'owner',
    params: deliveryParams,
    handle: async ({ manage, params, form, timeZone, csrf, workspace }) => {
      const eventIdFrom = form.get('eventIdFrom')?.trim() ?? '';
      try {
        const body = eventIdFrom === '' ? {} : { eventIdFrom };
        const { deliveryId } = await manage.runDuplicate({ params, body });
        return seeOther(deliveryPath(deliveryId));
      } catch (error) {
        const problem = formProblem(error);
        const facts = await readFacts(manage, params['deliveryId'] ?? '');
        const { status } = problem;
        const refused = { raw: false, status, problem: problemNote(problem), typed: eventIdFrom };
        return deliveryView({ ...facts, timeZone, csrf, workspace, ...refused });
      }
    },
  });
