import { z } from 'zod';

import { NewAutomation } from '#contracts/automation.ts';
import { Cost } from '#contracts/run.ts';
import { TriedDelivery } from '#contracts/understood.ts';

const limitMax = 50;
/** Calls of a model that one test makes at most. */
export const modelCallsMax = 10;

const { filter, condition } = NewAutomation.shape;

/** A filter or a condition to test on recent deliveries; the automation keeps those that it has. */
export const NewFilterTest = z
  .object({
    filter: filter.default(null),
    condition: condition.describe(
      'The same as an expression in CEL. With `filter` beside it, that decides what is unknown.',
    ),
    limit: z.int().min(1).max(limitMax).default(20).meta({
      description: 'How many of the newest stored deliveries are looked at.',
    }),
    askModel: z
      .boolean()
      .default(true)
      .meta({
        description: `Whether the model of the agent, where it has one, is asked about what the rules leave open: with at most ${modelCallsMax} calls, newest deliveries first, which cost what they cost in a run.`,
      }),
  })
  .refine(({ filter: text, condition: expression }) => text !== null || expression != null, {
    path: ['filter'],
    message: 'must not be blank where there is no condition',
  });
export type NewFilterTest = z.infer<typeof NewFilterTest>;

const count = z.int().min(0);

/** The result of a filter test: no request, no run; what models cost is told, and counted in the usage. */
export const FilterTest = z.object({
  plain: z
    .string()
    .nullable()
    .describe('How the filter was understood, by the rules or by the model. Null where it was not.'),
  wouldRun: count.describe('Deliveries that match.'),
  wouldSkip: count.describe('Deliveries that do not match.'),
  needsModel: count.meta({ description: 'Deliveries on which only a model could decide, and none did.' }),
  of: count.describe('How many stored deliveries were looked at.'),
  warning: z
    .string()
    .nullable()
    .describe(
      'A likely mistake, such as a filter that skips every delivery, and why. Null where nothing does.',
    ),
  modelCalls: count.describe('How often a model was asked.'),
  /** The cost of the model calls; it counts in the usage of the workspace. */
  cost: Cost,
  items: z.array(TriedDelivery).describe('One for each delivery, newest first.'),
});
export type FilterTest = z.infer<typeof FilterTest>;
