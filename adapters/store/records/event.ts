import { z } from 'zod';

import { EventState, EventTargetState, EventTry } from '#contracts/event-target.ts';
import { automationChanges, EventKind, SentKind } from '#contracts/events.ts';
import { defineRecord } from './define.ts';
import { emptyForNull, epochMs, flag, integer, json, optionalText, orNull } from './fields.ts';
import { key } from './key.ts';

const targetWriters = [
  'event/write-event-targets.ts',
  'scripts/add-with-limit.lua',
  'scripts/change-version.lua',
  'scripts/remove-with-log.lua',
];
const eventWriters = [
  'script-parts/note-event.lua',
  'scripts/note-event.lua',
  'scripts/note-refused.lua',
  'scripts/admit.lua',
  'scripts/finish.lua',
  'scripts/note-try.lua',
  'scripts/remove-with-log.lua',
  'scripts/send-again.lua',
  'event/sent-events.ts',
];
const untilRemoved = 'Until the target is deleted.';

/** Targets of events, and the events that are sent there. */
export const eventRecords = {
  eventTargets: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:events:targets`,
    purpose: 'The targets of events of a workspace. Without one, no event is noted.',
    member: 'event target id',
    score: '`createdAt`',
    writers: targetWriters,
    lifetime: 'Each member until it is deleted.',
  }),
  eventTarget: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:events:target:${'targetId'}`,
    purpose: 'A target of events.',
    fields: z.object({
      id: z.string().describe('Its id.'),
      url: z.string().describe('The URL that events are posted to.'),
      events: json(z.array(EventKind)).describe('The kinds of events that it receives.'),
      approvalLinks: flag.default(false).describe('Whether it receives links that decide approvals.'),
      state: EventTargetState.describe('Whether it receives any.'),
      sealedSecret: z.string().describe('The key that signs events, sealed.'),
      sealedFormerSecret: emptyForNull.describe('The secret before it, sealed.'),
      formerSecretUntil: integer.describe(
        'Until when events are signed with that too, in epoch milliseconds.',
      ),
      version: integer.describe('Counts changes.'),
      createdAt: epochMs.describe('When it was made.'),
      updatedAt: epochMs.describe('When it was last changed.'),
    }),
    writers: [...targetWriters, 'scripts/replace-field.lua'],
    lifetime: untilRemoved,
  }),
  sentEvent: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:events:target:${'targetId'}:event:${'eventId'}`,
    purpose: 'An event for a target and what became of it. It holds ids; its data are read when it is sent.',
    fields: z.object({
      id: z.string().describe('Its id, made of its kind and what it is about: the same for all targets.'),
      type: SentKind.describe('The kind of event.'),
      at: epochMs.describe('When it happened.'),
      sequence: integer.default(0).describe('Its number among the events of the workspace.'),
      automationId: optionalText.describe('The automation that it is about.'),
      deliveryId: optionalText.describe('The delivery that it is about.'),
      change: orNull(z.enum(automationChanges)).describe('The change of the automation.'),
      revision: orNull(integer).describe('The newest revision of the automation then.'),
      caseId: optionalText.describe('The case that broke.'),
      agentId: optionalText.describe('The agent whose connection broke.'),
      policyId: optionalText.describe('The policy of that connection.'),
      refusals: json(z.record(z.string(), z.int()))
        .default({})
        .describe('How many requests were refused, by code.'),
      state: EventState.describe('The result.'),
      sendingSince: epochMs.describe('Since when it is tried: for 24 hours.'),
      tries: json(z.array(EventTry)).default([]).describe('The last 20 tries.'),
      nextTryAt: orNull(epochMs).describe('When it is tried again, while it is being sent.'),
      finishedAt: orNull(epochMs).describe('When it was delivered or given up.'),
    }),
    writers: eventWriters,
    lifetime: 'As long as it is in the log of its target.',
  }),
  eventLog: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:events:target:${'targetId'}:log`,
    purpose: 'The newest events of a target: at most 200, and those that are still being sent.',
    member: 'event id',
    score: '`sequence`',
    writers: eventWriters,
    lifetime: untilRemoved,
  }),
  eventQueue: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:events:target:${'targetId'}:queue`,
    purpose: 'Events that are to be sent to a target; the sweep starts what no workflow sends.',
    member: 'event id',
    score: 'when its next try is due, ms',
    writers: eventWriters,
    lifetime: 'Each member until it is delivered or given up.',
  }),
  eventSequence: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:events:sequence`,
    purpose: 'The number of the newest event of a workspace.',
    value: integer,
    writers: ['script-parts/note-event.lua', 'event/sent-events.ts'],
    lifetime: 'As long as the workspace.',
  }),
} as const;
