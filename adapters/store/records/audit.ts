import { z } from 'zod';

import { AuditEntry } from '#contracts/audit.ts';
import { defineRecord } from './define.ts';
import { json } from './fields.ts';
import { key } from './key.ts';

export const auditRecords = {
  audit: defineRecord({
    type: 'stream',
    key: key`{${'workspaceId'}}:audit`,
    purpose: 'The audit log of a workspace, who changed what: the newest 100,000 changes, or somewhat more.',
    fields: z.object({
      change: json(AuditEntry.omit({ id: true, at: true })).describe(
        'The change; its id and moment are those of the entry.',
      ),
    }),
    writers: ['scripts/append-change.lua', 'sweep/retention.ts'],
    lifetime: 'Each entry until the retention has passed.',
  }),
} as const;
