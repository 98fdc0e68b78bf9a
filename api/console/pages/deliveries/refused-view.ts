import type { PageRequest, View } from '../../define-page.ts';
import { formProblem } from '../../parts/refused-form.ts';
import { deliveryView } from './delivery-view.ts';
import { readFacts } from './read-facts.ts';

/** The page of a delivery above which it says why an action was refused. Throws whatever is no refusal. */
export async function refusedView(
  error: unknown,
  { manage, timeZone, csrf, workspace }: PageRequest<'owner'>,
  deliveryId: string,
  typed?: string,
): Promise<View> {
  return deliveryView({
    ...(await readFacts(manage, deliveryId)),
    timeZone,
    csrf,
    workspace,
    raw: false,
    problem: formProblem(error),
    ...(typed !== undefined && { typed }),
  });
}
