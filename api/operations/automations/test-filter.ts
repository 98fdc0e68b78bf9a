import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { FilterTest, NewFilterTest } from './filter-test.ts';
import { createFilterJudge, type FilterJudgeDeps } from './judge-filter.ts';
import { openTrial, type TrialDeps, trialOperation } from './open-trial.ts';
import { conditionOf } from '#meaning/read-meaning.ts';
import { storedCondition } from '#meaning/stored-condition.ts';
import { tryFilter } from './try-filter.ts';

type Deps = FilterJudgeDeps & TrialDeps;

/** The limit of all bodies together that one test reads. */
const bytesMax = 5_000_000;

export const testFilter = (deps: Deps) =>
  defineOperation({
    ...trialOperation,
    path: '/manage/automations/{id}/filter-test',
    id: 'testFilter',
    summary: 'Try a filter on what arrived lately',
    description:
      'Judges the newest stored deliveries: first by the rules, which are free, then by the model of the agent where the rules are not certain. Nothing is sent, no run begins, and the automation keeps the filter that it has. A workspace may have models asked about 60 deliveries a minute; what was not asked has no verdict, and says so.',
    body: jsonBody(NewFilterTest, {
      examples: {
        large: { summary: 'Orders that would run', value: { filter: 'order.total is greater than 100' } },
        byRules: {
          summary: 'By the rules alone',
          value: { filter: 'The customer sounds angry', askModel: false },
        },
      },
    }),
    refusals: ['INVALID_CONDITION'],
    answers: { 200: json('How many of them would have run, and why, newest first.', FilterTest) },
    handle: async (request) => {
      const { workspaceId, automation, asked, newest } = await openTrial(deps, request, bytesMax);
      const { filter, askModel } = asked;
      const deliveries = await Array.fromAsync(newest);
      const samples = deliveries.map(({ delivery }) => delivery);
      const context = { samples, sender: automation.sender };
      const read = asked.condition == null ? conditionOf(filter, context) : null;
      const condition =
        asked.condition == null
          ? (read?.condition ?? read?.proposal?.condition ?? null)
          : storedCondition(asked.condition);
      const asking = { workspaceId, automation, filter, condition, askModel };
      const judge = await createFilterJudge(deps, asking);
      return { status: 200, body: await tryFilter(deliveries, judge) };
    },
  });
