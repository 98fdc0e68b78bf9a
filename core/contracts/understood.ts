import { z } from 'zod';

import { Expects } from './expectation.ts';

const needsModel = z
  .boolean()
  .describe(
    'Whether the offline rules do not understand it: then a model reads it, where the agent has one.',
  );

/** How the texts of an automation are read. */
export const Understood = z
  .object({
    filter: z
      .object({
        plain: z
          .string()
          .nullable()
          .describe(
            'The filter in plain words, as it was understood. Null where the rules do not understand it and no model has read it yet.',
          ),
        condition: z
          .string()
          .nullable()
          .describe(
            'The condition that decides in its place, or the proposed one. Null where there is none.',
          ),
        proposedBy: z
          .enum(['rules', 'model'])
          .exactOptional()
          .describe('Only where the condition was proposed and does not decide.'),
        problem: z
          .string()
          .exactOptional()
          .describe(
            'Only where there is one: why the condition does not decide, or which form the filter may have meant.',
          ),
        needsModel,
      })
      .nullable()
      .describe('Null where there is neither a filter nor a condition.'),
    sentences: z
      .array(
        z.object({
          text: z.string().describe('As it was written.'),
          does: z.string().nullable().describe('Its effect. Null where that needs a model.'),
          needsModel,
        }),
      )
      .describe('The sentences of the instructions, in their order.'),
    expects: Expects.exactOptional().describe(
      'Only where `expects` is empty and the plan has some: the requests that each run must have sent, because the plan sends them whatever arrives. `expects` replaces them.',
    ),
  })
  .describe('How the texts are read, before anything is done by them.');
export type Understood = z.infer<typeof Understood>;

const count = z.int().min(0);

/** The verdict of a filter on one stored delivery. */
export const TriedDelivery = z.object({
  deliveryId: z.string(),
  receivedAt: z.iso.datetime(),
  matched: z.boolean().nullable().meta({
    description: 'Whether it would run. `null`: the rules are not certain, only a model could decide.',
  }),
  evidence: z
    .string()
    .describe('The part of the delivery that decided it, such as `status was "open"; needed "paid"`.'),
});
export type TriedDelivery = z.infer<typeof TriedDelivery>;

/** The effect of an automation's filter on its stored deliveries. */
export const WouldRun = z
  .object({
    of: count.describe(
      'How many stored deliveries were looked at: the newest, at most 20 with 500 KB together; a larger one is passed over.',
    ),
    run: count.describe('Those that would run.'),
    skip: count.describe('Those that would be skipped.'),
    unknown: count.describe('Those that the rules cannot decide: they need a model.'),
    warning: z
      .string()
      .nullable()
      .describe(
        'A likely mistake, such as a filter that skips every stored delivery, and why. Null where nothing does.',
      ),
    evidence: z.array(TriedDelivery).describe('One for each delivery, newest first.'),
    missing: z
      .array(z.object({ path: z.string(), missingIn: count.describe('How many lack it.') }))
      .describe(
        'The fields that the condition reads without a guard such as `has()`, and how many of these deliveries lack them: the condition is unknown there.',
      ),
  })
  .describe(
    'The effect of the filter on the newest stored deliveries, by the rules alone: no model is asked, nothing is sent. Only where deliveries are stored, and only in the answers that create, read or change one automation.',
  );
export type WouldRun = z.infer<typeof WouldRun>;
