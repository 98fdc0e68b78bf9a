import { z } from 'zod';

import { defineRecord } from './define.ts';
import { epochMs } from './fields.ts';
import { key } from './key.ts';

export const searchRecords = {
  deliveryIndex: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:deliveries:index`,
    purpose: 'By which texts a delivery is found, at once and however many are stored.',
    member:
      '`r` for its reference or `e` for its event id, 12 digits of the SHA-1 of that, `receivedAt` (13 digits), delivery id. A delivery whose id is derived from its event id has none for that.',
    score: '0',
    writers: [
      'scripts/admit.lua',
      'scripts/confirm.lua',
      'scripts/skip.lua',
      'scripts/index-deliveries.lua',
      'scripts/remove-run.lua',
    ],
    lifetime: 'Each member as long as its delivery.',
  }),
  indexedAutomations: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:automations:indexed`,
    purpose: 'Up to when the older deliveries of each automation are indexed and counted.',
    entries: [
      {
        name: '<automationId>',
        pattern: /^.+$/,
        value: z
          .union([epochMs, z.literal('done')])
          .describe('When they were first gone through, then `done`.'),
      },
    ],
    writers: ['archive/older-deliveries.ts', 'scripts/remove-automation.lua'],
    lifetime: 'Each field as long as its automation.',
  }),
} as const;
