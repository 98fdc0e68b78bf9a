import { z } from 'zod';

import { Usage } from './workspace.ts';

const used = Usage.pick({ automationRuns: true, inputTokens: true, outputTokens: true, cost: true });

/** The usage of a month, and its parts. */
export const MonthUsage = Usage.extend({
  automations: z
    .array(
      used.extend({
        id: z
          .string()
          .nullable()
          .describe(
            'The automation, with what trials of its filter cost; of chats, the agent. Null: what was used before it was counted by automation.',
          ),
        name: z
          .string()
          .nullable()
          .describe('Its name at its last run of the month, also of one that is deleted.'),
      }),
    )
    .describe('By automation, the one with most runs first.'),
  models: z
    .array(
      used.extend({
        model: z
          .string()
          .nullable()
          .describe('Null: what no model was asked for, or was used before it was counted by model.'),
      }),
    )
    .describe('By model, the one with most runs first. A run that asked two models counts at each.'),
});
export type MonthUsage = z.infer<typeof MonthUsage>;
