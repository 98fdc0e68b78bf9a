import { z } from 'zod';

export const ErasureKind = z.enum(['delivery', 'automation', 'reference', 'workspace']);
export type ErasureKind = z.infer<typeof ErasureKind>;

/** An erasure that is under way. Its workflow carries nothing else, so that it leaves no trace of what is erased. */
export interface ErasureRef {
  readonly workspaceId: string;
  readonly erasureId: string;
}

/** An erasure, which goes on where it takes longer than its request waits. */
export const Erasure = z.object({
  id: z.string(),
  kind: ErasureKind.describe(
    'The scope of the erasure: a `delivery`, an `automation`, all of a `reference`, or a `workspace`.',
  ),
  erased: z.int().describe('Deliveries, or of a workspace records, that are erased so far.'),
  requestedAt: z.iso.datetime().describe('When it was asked for.'),
  finishedAt: z.iso.datetime().nullable().describe('When all was erased. Null while it goes on.'),
  filesRewrittenAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'When the append-only files of Redis were known to be rewritten after that: those of every server that takes writes. Null while that is not certain. Replicas, snapshots and backups are not among them.',
    ),
  filesProblem: z
    .string()
    .nullable()
    .describe(
      'Why the files are not known to be rewritten although all is erased: a sentence. Null otherwise.',
    ),
});
export type Erasure = z.infer<typeof Erasure>;
