import { defineRecord } from './define.ts';
import { key } from './key.ts';

/** On its way to the archive, or out of it. */
export const archiveRecords = {
  archiveDue: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:archive:due`,
    purpose: 'Deliveries that ended and are to be archived.',
    member: 'delivery id',
    score: '`finishedAt`',
    writers: [
      'scripts/admit.lua',
      'scripts/finish.lua',
      'scripts/index-deliveries.lua',
      'scripts/archive-run.lua',
      'scripts/strip-run.lua',
      'scripts/remove-run.lua',
      'archive/archiver.ts',
    ],
    lifetime: 'Each member until it is archived or gone.',
  }),
  unfinishedBlobs: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:blobs:unfinished`,
    purpose: 'Blobs that are being written: an archive that is not among them is not taken.',
    member: 'key of the blob',
    score: 'when it was begun, ms',
    writers: ['scripts/archive-run.lua', 'archive/archiver.ts'],
    lifetime: 'Each member until its delivery is archived or the blob is given up.',
  }),
  goneBlobs: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:blobs:gone`,
    purpose: 'Blobs that nothing leads to any more and that are to be deleted.',
    member: 'key of the blob',
    score: 'since when, ms',
    writers: [
      'scripts/strip-run.lua',
      'scripts/remove-run.lua',
      'archive/archiver.ts',
      'archive/gone-blobs.ts',
    ],
    lifetime: 'Each member until the blob is deleted.',
  }),
} as const;
