import { z } from 'zod';

const name = z.string().trim().min(1, 'must not be blank').max(200);
const instructions = z.string().min(1, 'must not be blank').max(20_000);
const filter = z
  .string()
  .max(4_000)
  .transform((text) => (text.trim() === '' ? null : text))
  .nullable();

export const NewAutomation = z.object({
  name,
  instructions,
  filter: filter.default(null),
  agentId: z.string().optional(),
});
export type NewAutomation = z.infer<typeof NewAutomation>;

export const AutomationChange = z.object({
  name: name.optional(),
  instructions: instructions.optional(),
  filter: filter.optional(),
});
export type AutomationChange = z.infer<typeof AutomationChange>;

/** What an automation is told to do; a delivery keeps the number of the revision that it was accepted under. */
export const Revision = z.object({
  name: z.string(),
  instructions: z.string(),
  filter: z.string().nullable(),
  agentId: z.string(),
});
export type Revision = z.infer<typeof Revision>;

export const Automation = z.object({
  id: z.string(),
  agentId: z.string(),
  name: z.string(),
  instructions: z.string(),
  filter: z.string().nullable(),
  state: z.enum(['active', 'paused']),
  url: z.string(),
  revision: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  hints: z.array(z.string()).exactOptional().meta({
    description:
      'Only where there is something to say: which sentences of the instructions or the filter the offline rules do not understand, while no model is set that would. Such runs end as `needs_model`.',
  }),
});
export type Automation = z.infer<typeof Automation>;
