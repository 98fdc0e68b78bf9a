import { z } from 'zod';

import { EventIdSource } from '#contracts/event.ts';
import { defineRecord } from './define.ts';
import { epochMs, integer, json, optionalText } from './fields.ts';
import { key } from './key.ts';
import { arrivedFields } from './arrived.ts';

/** `differs` is absent where the digest of the first is not known. */
export const StoredRepeat = z.object({
  number: z.int(),
  at: z.int(),
  source: EventIdSource,
  digest: z.string(),
  sizeBytes: z.int(),
  differs: z.boolean().exactOptional(),
});

const writers = [
  'scripts/admit.lua',
  'scripts/note-duplicate.lua',
  'scripts/remove-run.lua',
  'scripts/strip-run.lua',
];

export const repeatRecords = {
  repeats: defineRecord({
    type: 'list',
    key: key`{${'workspaceId'}}:delivery:${'runId'}:repeats`,
    purpose: 'The last ten deliveries that were refused as duplicates of this one, newest first.',
    item: json(StoredRepeat),
    writers,
    lifetime: 'Like the run.',
  }),
  keptRepeat: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:delivery:${'runId'}:repeat`,
    purpose: 'The last of them whose body was another one, so that its owner may run it anyway.',
    fields: z.object({
      number: integer.describe('Its number among the repeats.'),
      body: z.string().describe('Its body, byte for byte.'),
      automationId: z.string().describe('The automation.'),
      workflowId: z.string().describe('The Temporal workflow of the event.'),
      receivedAt: epochMs.describe('When it arrived.'),
      sizeBytes: integer.describe('Size of its body.'),
      bodyDigest: optionalText.describe('SHA-256 of its body.'),
      ...arrivedFields,
    }),
    writers,
    lifetime: 'Like the run.',
  }),
} as const;
