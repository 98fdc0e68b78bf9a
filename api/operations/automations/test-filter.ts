import { FilterTest, NewFilterTest } from './filter-test.ts';
import { createFilterTrial } from '../../../rules/filter-trial.ts';
import type { Automations } from '../../../store/automations.ts';
import type { Deliveries } from '../../../store/deliveries.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';

/** Of all bodies together that one test reads. */
const bytesMax = 10_000_000;

interface Deps {
  readonly automations: Automations;
  readonly deliveries: Deliveries;
}

export const testFilter = ({ automations, deliveries }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/filter-test',
    id: 'testFilter',
    access: 'owner',
    summary: 'Try a filter on what arrived lately',
    description:
      'Judges the newest stored deliveries by the rules alone: no model is asked, nothing is sent, no run begins and nothing is billed. The automation keeps the filter that it has.',
    params: { id: idParam('automation') },
    body: jsonBody(NewFilterTest, {
      examples: {
        large: { summary: 'Which orders would run', value: { filter: 'order.total is greater than 100' } },
      },
    }),
    answers: { 200: json('How many of them would have run, and why, newest first.', FilterTest) },
    handle: async ({ workspace, params, body }) => {
      const { id } = await findAutomation(automations, workspace.id, params.id);
      const { filter, limit } = await body();
      return {
        status: 200,
        body: await tryFilter(deliveries.newest(workspace.id, id, { limit, bytesMax }), filter),
      };
    },
  });

/** Sequential: bodies may be large, and other requests need the event loop in between. */
async function tryFilter(newest: ReturnType<Deliveries['newest']>, filter: string): Promise<FilterTest> {
  const { plain, evaluate } = createFilterTrial(filter, null);
  const items: FilterTest['items'] = [];
  for await (const { deliveryId, delivery } of newest)
    items.push({ deliveryId, receivedAt: delivery.receivedAt, ...evaluate(delivery) });
  const countOf = (matched: boolean | null) => items.filter((item) => item.matched === matched).length;
  return {
    plain,
    wouldRun: countOf(true),
    wouldSkip: countOf(false),
    needsModel: countOf(null),
    of: items.length,
    items,
  };
}
