import type { Automations } from '../../../store/automations.ts';
import type { Deliveries } from '../../../store/deliveries.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { findAutomation } from './automation-view.ts';
import { FilterTest, NewFilterTest } from './filter-test.ts';
import { createFilterJudge, type FilterJudgeDeps } from './judge-filter.ts';
import { tryFilter } from './try-filter.ts';

interface Deps extends FilterJudgeDeps {
  readonly automations: Automations;
  readonly deliveries: Deliveries;
}

/** Of all bodies together that one test reads. */
const bytesMax = 5_000_000;

export const testFilter = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/filter-test',
    id: 'testFilter',
    access: 'owner',
    summary: 'Try a filter on what arrived lately',
    description:
      'Judges the newest stored deliveries: first by the rules, which are free, then by the model of the agent where the rules are not certain. Nothing is sent, no run begins, and the automation keeps the filter that it has. A workspace may have models asked about 60 deliveries a minute; what was not asked has no verdict, and says so.',
    params: { id: idParam('automation') },
    body: jsonBody(NewFilterTest, {
      examples: {
        large: { summary: 'Which orders would run', value: { filter: 'order.total is greater than 100' } },
        byRules: {
          summary: 'By the rules alone',
          value: { filter: 'The customer sounds angry', askModel: false },
        },
      },
    }),
    answers: { 200: json('How many of them would have run, and why, newest first.', FilterTest) },
    handle: async ({ workspace, params, body }) => {
      const automation = await findAutomation(deps.automations, workspace.id, params.id);
      const { filter, limit, askModel } = await body();
      const deliveries = await Array.fromAsync(
        deps.deliveries.newest(workspace.id, automation.id, { limit, bytesMax }),
      );
      const judge = await createFilterJudge(deps, {
        workspaceId: workspace.id,
        automation,
        filter,
        askModel,
        samples: deliveries.map(({ delivery }) => delivery),
      });
      return { status: 200, body: await tryFilter(deliveries, judge) };
    },
  });
