import { z } from 'zod';

import { defineRecord } from './define.ts';
import { epochMs, optionalText, orNull } from './fields.ts';
import { key } from './key.ts';

export const waitFields = {
  nextTryAt: orNull(epochMs).describe(
    'Deliveries only: when it tries again, while it waits for a target, a model or a slot and holds none.',
  ),
  approvals: optionalText.describe('The ids of the approvals that its requests needed, with spaces between.'),
  waitsFor: optionalText.describe(
    'Deliveries only: the origin or the model that it waits for meanwhile, or waited for last, or whose request waits for an approval.',
  ),
};

const waitWriters = ['scripts/wait.lua', 'scripts/resume.lua', 'scripts/finish.lua', 'slots.ts'];

export const slotRecords = {
  slots: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:places`,
    purpose: 'The concurrency slots: deliveries that are being processed.',
    member: 'delivery id',
    score: 'end of the lease of a claim, ms; infinite once it is confirmed',
    writers: [
      'scripts/admit.lua',
      'scripts/confirm.lua',
      'scripts/withdraw.lua',
      'scripts/release-held.lua',
      'scripts/finish.lua',
      'scripts/wait.lua',
      'scripts/resume.lua',
      'slots.ts',
    ],
    lifetime: 'Each member until its run is over, however it ends.',
  }),
  slotsTurn: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:places:turn`,
    purpose: 'The turn at the last free slot: new deliveries and runs that waited alternate.',
    fields: z.object({
      next: z
        .enum(['new', 'waited'])
        .nullable()
        .default(null)
        .describe('The next to take it, if both ask for it.'),
      refusedAt: orNull(epochMs).describe('When a new delivery was last refused because no slot was free.'),
      waitedAt: orNull(epochMs).describe('When a run that waited found no slot last.'),
    }),
    writers: ['scripts/admit.lua', 'scripts/release-held.lua', 'scripts/resume.lua'],
    lifetime: 'A minute from the last time that a slot was wanted in vain.',
  }),
  waiting: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:waiting`,
    purpose: 'Runs that wait for a target, a model or a slot, and hold none.',
    member: 'delivery id',
    score: 'when it tries again, ms',
    writers: waitWriters,
    lifetime: 'Each member until it goes on or is over.',
  }),
  waitingOfAutomation: defineRecord({
    type: 'set',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:waiting`,
    purpose: 'Those of them that are of an automation: with 1,000 it takes no new deliveries.',
    member: 'delivery id',
    writers: waitWriters,
    lifetime: 'Each member until it goes on or is over.',
  }),
  resuming: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:resuming:${'digest'}`,
    purpose: 'Those of them that want a slot for the same target, by its SHA-1, in their order.',
    member: 'delivery id',
    score: 'when it first asked, ms',
    writers: waitWriters,
    lifetime:
      'Each member until it has a slot, waits for its target again, asked for none in a minute or is over.',
  }),
  slotsResumed: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:places:resumed`,
    purpose: 'Holders of slots that waited, with their targets: at most four with the same.',
    entries: [{ name: '<deliveryId>', pattern: /^[^:{}]+$/, value: z.string() }],
    writers: waitWriters,
    lifetime: 'Each field until its run waits again, or is over.',
  }),
  slotsCheck: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:places:check`,
    purpose: 'Lost slots were looked for a moment ago.',
    value: z.literal('1'),
    writers: ['slots.ts'],
    lifetime: '1 s.',
  }),
} as const;
