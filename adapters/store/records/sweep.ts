import { z } from 'zod';

import { defineRecord } from './define.ts';
import { epochMs, json, orNull } from './fields.ts';
import { key } from './key.ts';

/** How the sweep finds its work without looking for it in every workspace. */
export const sweepRecords = {
  sweepDue: defineRecord({
    type: 'sorted set',
    key: key`{sweep}:due`,
    purpose: 'When the sweep looks at each workspace next; at the latest a day after it last did.',
    member: 'workspace id',
    score: 'moment, ms; 0 for at once',
    writers: [
      'workspace/workspaces.ts',
      'sweep/sweep-index.ts',
      'scripts/settle-look.lua',
      'erasure/erase-workspace.ts',
    ],
    lifetime: 'Each member as long as its workspace.',
  }),
  sweepNoted: defineRecord({
    type: 'sorted set',
    key: key`{sweep}:noted`,
    purpose:
      'Workspaces in which something was begun lately that may need the sweep. Noted before it is stored, so that a crash in between leaves nothing unseen.',
    member: 'workspace id',
    score: 'when it was last noted, ms',
    writers: ['sweep/note-work.ts', 'scripts/settle-look.lua', 'erasure/erase-workspace.ts'],
    lifetime: 'Each member for some minutes.',
  }),
  sweepBasis: defineRecord({
    type: 'string',
    key: key`{sweep}:basis`,
    purpose:
      'The basis of the times of the next sweeps: form of the index, master key, times of archive and retention. With another basis every workspace is looked at once.',
    value: z.string(),
    writers: ['sweep/sweep-index.ts'],
    lifetime: 'Kept.',
  }),
  totals: defineRecord({
    type: 'string',
    key: key`{totals}:read`,
    purpose: 'Work in progress of all workspaces together, for metrics, as one process read it for all.',
    value: json(z.object({ workspaces: z.int() }).loose()),
    writers: ['workspace/shared-totals.ts'],
    lifetime: '60 s.',
  }),
  totalsTurn: defineRecord({
    type: 'string',
    key: key`{totals}:turn`,
    purpose: 'Whether a process read these totals just now: as long as it is there the others read none.',
    value: z.string(),
    writers: ['workspace/shared-totals.ts'],
    lifetime: '5 s.',
  }),
  workerBeats: defineRecord({
    type: 'sorted set',
    key: key`{workers}:beats:${'taskQueue'}`,
    purpose:
      'When each worker that asks a task queue for runs was alive last: one that is silent is not counted.',
    member: 'identity under which it polls Temporal',
    score: 'ms, by the clock of Redis',
    writers: ['scripts/beat-worker.lua'],
    lifetime: 'Each member for an hour.',
  }),
  expiries: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:expiries`,
    purpose:
      'Automations, conversations and agents by the age of the oldest that is kept of them: the retention looks at those alone whose time is over.',
    member: 'automation id, conversation id or agent id',
    score: 'nothing of it is older than this moment, ms',
    writers: ['sweep/retention.ts', 'sweep/expiries.ts'],
    lifetime: 'Each member as long as what it names.',
  }),
  sweepMarks: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:sweep`,
    purpose: 'How far the sweep knows a workspace.',
    fields: z.object({
      expiriesTo: orNull(epochMs).describe('Up to when what was made is among the expiries.'),
      olderDeliveries: orNull(z.literal('done')).describe(
        '`done` once the deliveries of earlier releases are indexed and counted.',
      ),
    }),
    writers: ['archive/older-deliveries.ts', 'sweep/expiries.ts'],
    lifetime: 'As long as the workspace.',
  }),
} as const;
