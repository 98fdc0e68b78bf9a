import { z } from 'zod';

/** The carrier of a run. */
export const DoneBy = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.enum(['plan', 'rules']).describe('`rules`: they found no plan.') }),
    z.object({ kind: z.literal('model').describe('A model.'), model: z.string().describe('Its id.') }),
  ])
  .nullable()
  .describe(
    'By what it was done: a plan, a model, or the rules, which found no plan. Null before the first turn, and where none was taken.',
  );
