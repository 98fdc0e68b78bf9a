import { z } from 'zod';

const limitMax = 50;

/** A filter to be tried on what arrived lately. */
export const NewFilterTest = z.object({
  filter: z
    .string()
    .max(4_000)
    .refine((text) => text.trim() !== '', 'must not be blank'),
  limit: z.int().min(1).max(limitMax).default(20).meta({
    description: 'How many of the newest stored deliveries are looked at.',
  }),
});
export type NewFilterTest = z.infer<typeof NewFilterTest>;

const count = z.int().min(0);

/** What the rules alone make of a filter: no model is asked, nothing is sent, no run begins, nothing is billed. */
export const FilterTest = z.object({
  /** How the rules understood the filter. */
  plain: z.string().nullable(),
  wouldRun: count,
  wouldSkip: count,
  needsModel: count.meta({ description: 'Deliveries on which only a model could decide.' }),
  of: count,
  items: z.array(
    z.object({
      deliveryId: z.string(),
      receivedAt: z.iso.datetime(),
      matched: z.boolean().nullable().meta({ description: '`null`: only a model could decide.' }),
      evidence: z.string(),
    }),
  ),
});
export type FilterTest = z.infer<typeof FilterTest>;
