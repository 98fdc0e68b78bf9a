import { z } from 'zod';

import { EventKind, SentKind } from './events.ts';

/** Targets of a workspace, also those that are off. */
export const eventTargetsMax = 10;

const moment = z.iso.datetime();

const chosen = {
  url: z.string().max(2048).describe('The target of events: an https URL at a public address.'),
  events: z
    .array(EventKind)
    .min(1, 'must name a kind of event')
    .transform((kinds) => [...new Set(kinds)])
    .describe('The kinds of events that it receives.'),
  approvalLinks: z
    .boolean()
    .describe(
      'Whether `run.waiting` has a link with which whoever receives it decides the approval, without a token.',
    ),
};

export const NewEventTarget = z.object({
  url: chosen.url,
  events: chosen.events.default([...EventKind.options]),
  approvalLinks: chosen.approvalLinks.default(false),
});
export type NewEventTarget = z.infer<typeof NewEventTarget>;

export const EventTargetState = z
  .enum(['on', 'off'])
  .describe('Whether it receives events. Those that happen while it is off are not sent later.');

/** Absent members stay unchanged. */
export const EventTargetChange = z.object({
  url: chosen.url.optional(),
  events: chosen.events.optional(),
  approvalLinks: chosen.approvalLinks.optional(),
  state: EventTargetState.optional(),
});
export type EventTargetChange = z.infer<typeof EventTargetChange>;

export const EventState = z
  .enum(['sending', 'delivered', 'failed'])
  .describe(
    'The result. `sending`: it is tried, or tried again at `nextTryAt`. `delivered`: it was answered with 2xx. `failed`: it was tried for 24 hours, or no try would help.',
  );

/** A try to send an event. */
export const EventTry = z.object({
  at: moment.describe('When it ended.'),
  status: z.int().nullable().describe('The status of the answer. Null: there was none.'),
  error: z.string().nullable().describe('Why it failed.'),
});
export type EventTry = z.infer<typeof EventTry>;

/** An event for a target, and what became of it. */
export const EventAttempt = z.object({
  id: z
    .string()
    .describe('The id of the event, also the header `webhook-id`: the same for every try and every target.'),
  type: SentKind,
  sequence: z.int().describe('Sorts the events of the workspace.'),
  at: moment.describe('When it happened.'),
  automationId: z.string().nullable(),
  deliveryId: z.string().nullable(),
  state: EventState,
  tries: z.array(EventTry).describe('The last 20 tries, the newest last.'),
  nextTryAt: moment.nullable().describe('When it is tried again. Null: it is not.'),
  finishedAt: moment.nullable().describe('When it was delivered or given up.'),
});
export type EventAttempt = z.infer<typeof EventAttempt>;

/** A target as its owner sees it. */
export const EventTarget = z.object({
  id: z.string(),
  url: chosen.url,
  events: z.array(EventKind).describe('The kinds of events that it receives.'),
  approvalLinks: chosen.approvalLinks,
  state: EventTargetState,
  formerSecretUntil: moment
    .nullable()
    .describe('Until when events are signed with the former secret too. Null: they are not.'),
  lastAttempt: EventAttempt.nullable().describe('Its newest event. Null: it received none yet.'),
  createdAt: moment,
  updatedAt: moment,
});
export type EventTarget = z.infer<typeof EventTarget>;

/** A target with its secret, where one was made. */
export const EventTargetWithSecret = EventTarget.extend({
  secret: z
    .string()
    .describe('The key that signs events, by Standard Webhooks. It is shown this once: keep it.'),
});
