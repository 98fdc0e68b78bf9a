import { z } from 'zod';

import { causeIdPattern } from '#domain/cause-id.ts';

import { AutomationChange } from '#contracts/automation.ts';
import { RehearsalBudget } from '#contracts/rehearsal.ts';
import { moment } from '../automations/replay-many.ts';

export const rehearsedMax = 1_000;

const Played = z
  .object({
    ids: z
      .array(z.string())
      .min(1)
      .max(rehearsedMax)
      .optional()
      .describe('These alone, if they are deliveries of the automation that have ended.'),
    causeId: z
      .string()
      .regex(causeIdPattern, 'must be the id of a cause')
      .optional()
      .describe('Those that failed for this cause, of the newest 1,000 failures.'),
    from: moment.optional().describe('They arrived at this time or later. Default: whenever.'),
    to: moment.optional().describe('They arrived at this time or earlier. Default: until now.'),
    limit: z.int().min(1).max(rehearsedMax).default(100).describe('The newest so many of them.'),
  })
  .prefault({})
  .describe('The stored deliveries that are played. Default: the newest 100.');

/** A change of an automation, and what it is tried on. */
export const NewRehearsal = AutomationChange.pick({
  name: true,
  filter: true,
  condition: true,
  instructions: true,
  plan: true,
  model: true,
  expects: true,
  answerSchema: true,
  retry: true,
  readsEarlierRuns: true,
}).extend({
  revision: z
    .int()
    .min(1)
    .optional()
    .describe(
      'An earlier revision, which takes the place of the present one before the change. Absent: the present one.',
    ),
  deliveries: Played,
  budget: RehearsalBudget.prefault({}),
  reads: z
    .enum(['recorded', 'live'])
    .default('recorded')
    .describe(
      '`recorded`: a request that reads is answered as it was in the run; one that was not sent then makes the delivery `unknown`. `live`: it is sent now. A request that writes is never sent.',
    ),
  onlyEstimate: z
    .boolean()
    .default(false)
    .describe('Nothing is played: the answer says how many it would be, and what it would cost.'),
});
export type NewRehearsal = z.output<typeof NewRehearsal>;
