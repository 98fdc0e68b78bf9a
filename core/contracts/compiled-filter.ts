import { z } from 'zod';

/** The version of the conditions, and of the data kept with them. A filter of another version is compiled anew. */
export const compiledFilterVersion = 2;

/** A filter that a model compiled, as it is kept with the revision of an automation. */
export const CompiledFilter = z.object({
  version: z.literal(compiledFilterVersion),
  /** Digest of the text. */
  sourceHash: z.string(),
  /** The model that compiled it. */
  model: z.string(),
  /** A condition of the rules. */
  condition: z.looseObject({ kind: z.string() }),
  /** The part that needs judgement, as a sentence; empty if nothing is left. */
  remainder: z.string(),
  /** In plain words. */
  plain: z.string(),
  /** The kinds of deliveries that the model was told of. */
  kinds: z.array(z.string()),
  /** How often this text has been compiled. */
  compilations: z.int(),
  /** The answer of the model could not be read: not asked again before, ms since the epoch. */
  retryAt: z.number().optional(),
});
export type CompiledFilter = z.infer<typeof CompiledFilter>;
