import { z } from 'zod';

const limitMax = 50;

/** A filter to test on recent deliveries. */
export const NewFilterTest = z.object({
  filter: z
    .string()
    .max(4_000)
    .refine((text) => text.trim() !== '', 'must not be blank')
    .describe('The condition to try, in plain language. The automation keeps the one that it has.'),
  limit: z.int().min(1).max(limitMax).default(20).meta({
    description: 'How many of the newest stored deliveries are looked at.',
  }),
});
export type NewFilterTest = z.infer<typeof NewFilterTest>;

const count = z.int().min(0);

/** The result of a filter test by the offline rules: no model call, no request, no run, no billing. */
export const FilterTest = z.object({
  plain: z.string().nullable().describe('How the rules understood the filter. Null where they did not.'),
  wouldRun: count.describe('Deliveries that match.'),
  wouldSkip: count.describe('Deliveries that do not match, or do not say.'),
  needsModel: count.meta({ description: 'Deliveries on which only a model could decide.' }),
  of: count.describe('How many stored deliveries were looked at.'),
  items: z
    .array(
      z.object({
        deliveryId: z.string(),
        receivedAt: z.iso.datetime(),
        matched: z
          .boolean()
          .nullable()
          .meta({ description: 'Whether it would run. `null`: only a model could decide.' }),
        evidence: z
          .string()
          .describe('What in the delivery decided it, such as `status was "open"; needed "paid"`.'),
      }),
    )
    .describe('One for each delivery, newest first.'),
});
export type FilterTest = z.infer<typeof FilterTest>;
