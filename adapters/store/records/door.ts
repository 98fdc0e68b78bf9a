import { z } from 'zod';

import { RefusedSignature } from '#contracts/sender.ts';
import { defineRecord } from './define.ts';
import { epochMs, integer, json, optionalText, orNull } from './fields.ts';
import { key } from './key.ts';

const untilRemoved = 'Until the automation was deleted and the last of its deliveries is gone.';

export const doorRecords = {
  door: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:door`,
    purpose: 'Requests at the hook of an automation that were not deliveries. Nothing of a body.',
    fields: z.object({
      refusedSignatures: integer.default(0).describe('Requests that were refused for their signature.'),
      lastRefused: orNull(json(RefusedSignature)).describe('The last of them, with a diagnosis.'),
      suggestedSender: optionalText.describe('The id of the sender that was recognised.'),
      suggestedAt: orNull(epochMs).describe('When it was first recognised.'),
      handshakeSender: optionalText.describe('The sender whose handshake waits, or was answered last.'),
      handshakeAt: orNull(epochMs).describe('When that was.'),
      handshakeDigest: optionalText.describe('Names what it left.'),
      isHandshakeSigned: optionalText.describe('`1` where it was signed with the secret of the automation.'),
      sealedHandshakeSecret: optionalText.describe('The signing secret that came with it, sealed.'),
      confirmUrl: optionalText.describe('The address that came with it, and ends it when it is called.'),
      laterHandshakes: integer.default(0).describe('Others that came while it waited.'),
      laterHandshakeAt: orNull(epochMs).describe('When the last of them came.'),
      unsignedHandshakes: integer
        .default(0)
        .describe('Those of which nothing is kept, because there is a secret and they were not signed.'),
      unsignedHandshakeAt: orNull(epochMs).describe('When the last of them came.'),
      payloadDuplicates: integer
        .default(0)
        .describe('Deliveries that were duplicates for nothing but an equal body.'),
      proposedEventIds: orNull(json(z.array(z.string()))).describe(
        'Headers of the last of them that look like an event id, as JSON.',
      ),
      hasAskedHandshake: optionalText.describe('`1` where it asked for a handshake.'),
    }),
    writers: [
      'report/door-notes.ts',
      'automation/handshakes.ts',
      'scripts/keep-handshake.lua',
      'scripts/refuse-signature.lua',
      'scripts/remove-automation.lua',
    ],
    lifetime: untilRemoved,
  }),
  signedRequest: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:signed-request`,
    purpose:
      'The signature, the tokens and the query of the newest delivery that nothing verified, sealed: from them and a secret the scheme of its sender is found.',
    value: z.string(),
    writers: ['report/signed-requests.ts', 'erasure/strip-run.ts', 'erasure/eraser.ts'],
    lifetime: '24 hours, or until a delivery of the automation is erased.',
  }),
  hookFlood: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:requests`,
    purpose:
      'Requests on one hook in its minute, without those that were refused before they could be admitted.',
    value: integer,
    writers: ['scripts/admit.lua', 'scripts/count-spam.lua'],
    lifetime: '60 s from the first request.',
  }),
  pausedRows: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:paused`,
    purpose:
      'The newest deliveries that came while an automation was paused, or that a loop sent; older ones are not kept.',
    member: 'delivery id',
    score: '`receivedAt`',
    writers: ['scripts/skip.lua', 'scripts/remove-automation.lua'],
    lifetime: untilRemoved,
  }),
  keptDeliveries: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:kept`,
    purpose:
      'The deliveries that were skipped before any run was started, and can be run: sizes of their bodies.',
    entries: [{ name: '<deliveryId>', pattern: /^.+$/, value: integer }],
    writers: [
      'scripts/skip.lua',
      'scripts/settle-skipped.lua',
      'scripts/strip-run.lua',
      'scripts/remove-run.lua',
    ],
    lifetime: 'Each field as long as the body of its delivery.',
  }),
  keptBytes: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:kept:bytes`,
    purpose:
      'How many these are, and the sum of their sizes; with another number than theirs it counts for nothing.',
    value: z.string().regex(/^\d+ \d+$/),
    writers: [
      'scripts/skip.lua',
      'scripts/settle-skipped.lua',
      'scripts/strip-run.lua',
      'scripts/remove-run.lua',
    ],
    lifetime: 'As long as one is kept.',
  }),
} as const;
