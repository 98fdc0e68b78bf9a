import { z } from 'zod';

import { ErasureKind } from '#contracts/erasure.ts';
import { defineRecord } from './define.ts';
import { epochMs, integer, json, orNull, optionalText } from './fields.ts';
import { key } from './key.ts';

/** An erasure, at its workspace and at the operator's. */
const fields = z.object({
  kind: ErasureKind.describe('The scope of the erasure.'),
  target: optionalText.describe(
    'The id of the delivery or automation, or the reference. Absent once all is erased, and of a workspace.',
  ),
  erased: integer.default(0).describe('How much is erased so far.'),
  requestedAt: epochMs.describe('When it was asked for.'),
  finishedAt: orNull(epochMs).describe('When all was erased.'),
  filesRewrittenAt: orNull(epochMs).describe(
    'When the files of Redis were known to be rewritten after that.',
  ),
});

/** Why the files of Redis are not known to be rewritten. */
export const RewriteProblem = z.enum(['refused', 'no_append_only_file', 'failed']);
export type RewriteProblem = z.infer<typeof RewriteProblem>;

export const erasureRecords = {
  openErasures: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:erasures:open`,
    purpose: 'The erasures that are not finished; the sweep resumes those whose workflow is gone.',
    member: 'erasure id',
    score: '`requestedAt`',
    writers: ['erasure/erasures.ts', 'scripts/begin-erasure.lua'],
    lifetime: 'Each member until all is erased.',
  }),
  erasure: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:erasure:${'erasureId'}`,
    purpose: 'An erasure.',
    fields,
    writers: [
      'erasure/erasures.ts',
      'erasure/file-rewrites.ts',
      'scripts/begin-erasure.lua',
      'scripts/count-erased.lua',
      'scripts/write-existing.lua',
    ],
    lifetime: 'Until it has ended, and then a day.',
  }),
  workspaceErasure: defineRecord({
    type: 'hash',
    key: key`{erasures}:workspace:${'erasureId'}`,
    purpose: 'The erasure of a workspace as the operator reads it; nothing in it names the workspace.',
    fields,
    writers: [
      'erasure/erasures.ts',
      'erasure/file-rewrites.ts',
      'scripts/count-erased.lua',
      'scripts/write-existing.lua',
    ],
    lifetime: 'A day from its end, at most 30 days.',
  }),
  unrewritten: defineRecord({
    type: 'set',
    key: key`{erasures}:unrewritten`,
    purpose: 'Ended erasures whose data may still be in the files of Redis, until the next rewrite begins.',
    member: 'key of an erasure',
    writers: ['erasure/erasures.ts', 'erasure/file-rewrites.ts', 'scripts/begin-rewrite.lua'],
    lifetime: 'Each member until a rewrite begins: about an hour.',
  }),
  rewriting: defineRecord({
    type: 'set',
    key: key`{erasures}:rewriting`,
    purpose: 'Ended erasures that the rewrite under way takes out of the files of Redis.',
    member: 'key of an erasure',
    writers: ['erasure/file-rewrites.ts', 'scripts/begin-rewrite.lua'],
    lifetime: 'Until the rewrite has ended.',
  }),
  fileRewrite: defineRecord({
    type: 'hash',
    key: key`{erasures}:rewrite`,
    purpose: 'The last rewrite of the files of Redis that an erasure asked for.',
    fields: z.object({
      beganAt: epochMs.describe('When it began. The next begins an hour later at the earliest.'),
      servers: orNull(json(z.array(z.string()))).describe(
        'The run ids of the servers that were told to. With others the rewrite is not known to have ended well.',
      ),
      problem: orNull(RewriteProblem).describe('Why the last one did not end well.'),
    }),
    writers: ['erasure/file-rewrites.ts', 'scripts/begin-rewrite.lua'],
    lifetime: 'Kept.',
  }),
} as const;
