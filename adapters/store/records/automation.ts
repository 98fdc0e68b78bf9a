import { z } from 'zod';

import { CustomSender } from '#contracts/sender-data.ts';
import { Burst, Order } from '#contracts/hold-settings.ts';
import { StoredProposal } from '#contracts/condition.ts';
import { StoredAsking } from '#contracts/proposal-ref.ts';
import { Budget } from '#contracts/budget.ts';
import { HtmlForm } from '#contracts/form.ts';
import { Outcome } from '#contracts/run.ts';
import { contentFields } from './automation-content.ts';
import { defineRecord } from './define.ts';
import { emptyForNull, epochMs, flag, integer, json, jsonOrEmpty, optionalText, orNull } from './fields.ts';
import { key, oneOf, wholeNumber } from './key.ts';

const untilRemoved = 'Until the automation was deleted and the last of its deliveries is gone.';
const listWriters = [
  'scripts/admit.lua',
  'scripts/confirm.lua',
  'scripts/skip.lua',
  'scripts/finish.lua',
  'scripts/store-message.lua',
  'scripts/withdraw-message.lua',
  'sweep/retention.ts',
];

export const automationRecords = {
  automation: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:automation:${'automationId'}`,
    purpose: 'An automation as it is today.',
    fields: z.object({
      id: z.string().describe('Its id.'),
      ...contentFields,
      state: z.enum(['active', 'paused', 'deleted']).describe('Whether its deliveries wake the agent.'),
      proposal: jsonOrEmpty(StoredProposal)
        .default(null)
        .describe(
          'A condition that was read out of the filter and not adopted, as JSON. Absent or empty: there is none.',
        ),
      asking: jsonOrEmpty(StoredAsking)
        .default(null)
        .describe(
          'The revision that a model is asked to read, and until when at most, as JSON. Absent or empty: none.',
        ),
      revision: integer.describe('The number of its newest revision.'),
      sealedToken: z.string().describe('The token of its hook, sealed for its owner.'),
      sender: z.string().default('generic').describe('The sender that posts to its hook.'),
      customSender: jsonOrEmpty(CustomSender.unwrap())
        .default(null)
        .describe('The sender that its owner describes, as JSON. Absent or empty: none.'),
      eventIdFrom: emptyForNull
        .default(null)
        .describe('The place of the event id that the owner chose. Absent or empty: where it is looked for.'),
      payloadDedupe: flag.default(true).describe('`0` where bodies are not compared. Absent: they are.'),
      sealedSigningSecret: emptyForNull
        .default(null)
        .describe(
          "The secret of its sender's signatures, sealed. Absent or empty: signatures are not checked.",
        ),
      sealedFormerSecret: emptyForNull.default(null).describe('The signing secret before it, sealed.'),
      formerSecretUntil: integer
        .default(0)
        .describe('Until when that counts, in epoch milliseconds. 0: there is none.'),
      senderVersion: integer
        .default(0)
        .describe(
          'Counts changes of sender, secrets, form, the place of the event id and the comparison of bodies. A delivery that was judged by another is judged again.',
        ),
      form: orNull(json(HtmlForm.nullable())).describe(
        'The answer to visitors who post an HTML form, as JSON. Absent or null: what every sender gets.',
      ),
      budget: jsonOrEmpty(Budget)
        .default(null)
        .describe('The most that it may use in a day, as JSON. Absent or empty: as much as there is.'),
      burst: Burst.default('refuse').describe('Says what becomes of deliveries for which there is no room.'),
      order: Order.default('none').describe('Says whether runs of one reference go one after the other.'),
      createdAt: epochMs.describe('When it was made.'),
      updatedAt: epochMs.describe('When it was last changed, paused, resumed or deleted.'),
    }),
    writers: [
      'automation/automations.ts',
      'scripts/revise.lua',
      'scripts/keep-meaning.lua',
      'scripts/note-meaning.lua',
      'scripts/set-state.lua',
      'scripts/set-form.lua',
      'scripts/set-sender.lua',
      'scripts/replace-field.lua',
      'scripts/set-limits.lua',
      'scripts/remove-automation.lua',
    ],
    lifetime: untilRemoved,
  }),
  revision: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:automation:${'automationId'}:revision:${wholeNumber('revision')}`,
    purpose:
      'An automation as it was at one time; a delivery keeps the number of the revision it was accepted under.',
    fields: z.object({
      ...contentFields,
      compiledFilter: orNull(json(z.unknown())).describe(
        'The filter as a model compiled it, in releases before conditions. Readable, and ignored.',
      ),
      savedAt: orNull(epochMs).describe('When it was saved. Absent in those of older versions.'),
      by: optionalText.describe(
        'The name of the token that made it. Absent: the service did, or an older version.',
      ),
    }),
    writers: [
      'automation/automations.ts',
      'scripts/revise.lua',
      'scripts/keep-meaning.lua',
      'scripts/remove-automation.lua',
    ],
    lifetime: untilRemoved,
  }),
  automations: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:automations`,
    purpose: 'The automations of a workspace that are not deleted.',
    member: 'automation id',
    score: '`createdAt`',
    writers: ['automation/automations.ts', 'scripts/set-state.lua'],
    lifetime: 'Each member until it is deleted.',
  }),
  deletedAutomations: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:automations:deleted`,
    purpose: 'The automations of a workspace that are deleted and may have deliveries.',
    member: 'automation id',
    score: '`updatedAt`',
    writers: ['scripts/set-state.lua', 'scripts/remove-automation.lua'],
    lifetime: 'Each member until the last of its deliveries is gone.',
  }),
  everyRunOwner: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:automations:every`,
    purpose:
      'Whatever has runs that the retention looks through: automations, deleted ones too, and conversations.',
    member: 'automation id or conversation id',
    score: '`createdAt`',
    writers: [
      'automation/automations.ts',
      'scripts/store-message.lua',
      'scripts/remove-automation.lua',
      'scripts/remove-conversation.lua',
    ],
    lifetime: 'Each member until it and all of its runs are gone.',
  }),
  hook: defineRecord({
    type: 'hash',
    key: key`hook:${'tokenHash'}`,
    purpose: 'The automation to which a URL belongs.',
    fields: z.object({
      workspaceId: z.string().describe('Its workspace.'),
      automationId: z.string().describe('Its automation.'),
      retired: optionalText.describe('`1` once the automation was deleted.'),
    }),
    writers: ['automation/automations.ts'],
    lifetime: 'Kept: a deleted hook answers that it is retired.',
  }),
  activity: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:automation:${'ownerId'}:activity`,
    purpose: 'The runs of an automation or of a conversation.',
    member: 'run id',
    score: '`receivedAt`',
    writers: listWriters,
    lifetime: 'Each member as long as its run.',
  }),
  activityWith: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:automation:${'ownerId'}:activity:${oneOf('outcome', Outcome.options)}`,
    purpose: 'The same by outcome.',
    member: 'run id',
    score: '`receivedAt`',
    writers: listWriters,
    lifetime: 'Each member as long as its run has this outcome.',
  }),
} as const;
