import { z } from 'zod';

import { ErasureKind } from '../../contracts/erasure.ts';
import { defineRecord } from './define.ts';
import { epochMs, integer, orNull, optionalText } from './fields.ts';
import { key } from './key.ts';

/** What is being erased. */
export const erasureRecords = {
  openErasures: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:erasures:open`,
    purpose: 'The erasures that are not finished; the sweep resumes those whose workflow is gone.',
    member: 'erasure id',
    score: '`requestedAt`',
    writers: ['erasures.ts', 'scripts/begin-erasure.lua'],
    lifetime: 'Each member until all is erased.',
  }),
  erasure: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:erasure:${'erasureId'}`,
    purpose: 'An erasure.',
    fields: z.object({
      kind: ErasureKind.describe('What is erased.'),
      target: optionalText.describe(
        'The id of the delivery or automation, or the reference. Absent once all is erased, and of a workspace.',
      ),
      erased: integer.default(0).describe('How much is erased so far.'),
      requestedAt: epochMs.describe('When it was asked for.'),
      finishedAt: orNull(epochMs).describe('When all was erased.'),
    }),
    writers: ['erasures.ts', 'scripts/begin-erasure.lua', 'scripts/count-erased.lua'],
    lifetime: 'A day from its end.',
  }),
} as const;
