import { z } from 'zod';

/** A condition as a caller writes it; the operation that saves it compiles it. */
export const ConditionText = z
  .string()
  .transform((text) => (text.trim() === '' ? null : text.trim()))
  .nullable()
  .describe(
    'The deliveries that wake the agent, as one expression in CEL, such as `event == "invoice.paid" && number(body.amount) > 100`. It decides without a model what is certain; a field that is missing or of another type makes it unknown, and an unknown delivery goes to the model with the text of `filter`, or ends as `needs_model`. At most 4 KB. Null or blank: there is none.',
  );

/** The condition of a revision as it is kept; a later dialect may read the same text otherwise. */
export const StoredCondition = z.object({
  dialect: z.int(),
  text: z.string(),
  /** Its author; absent in those of 0.2.0, which only callers wrote. */
  by: z.enum(['owner', 'rules', 'model']).default('owner'),
});
export type StoredCondition = z.infer<typeof StoredCondition>;
export type ConditionSource = Pick<StoredCondition, 'dialect' | 'text'>;

/** A condition that was read out of English and is not adopted. */
export const StoredProposal = z.object({
  /** The English that it is of: it counts for no other. */
  filter: z.string(),
  /** Null where nothing came of it. */
  condition: StoredCondition.nullable(),
  /** Why it was not adopted, as a sentence. */
  problem: z.string(),
  /** A model compared it with samples of the sender alone: it writes another after the first delivery. */
  bySamples: z.literal(true).exactOptional(),
});
export type StoredProposal = z.infer<typeof StoredProposal>;
