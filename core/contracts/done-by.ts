import { z } from 'zod';

export const DoneBy = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.enum(['plan', 'rules']) }),
    z.object({ kind: z.literal('model'), model: z.string() }),
  ])
  .nullable()
  .describe(
    'By what it was done: a plan, a model, or the rules, which found no plan. Null before the first turn, and where none was taken.',
  );
export type DoneBy = z.infer<typeof DoneBy>;
