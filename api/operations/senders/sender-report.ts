import { z } from 'zod';

import { EventIdSource } from '#contracts/event.ts';
import { shapeTypes } from '#domain/shape.ts';

const isoTime = z.iso.datetime();
const count = z.int().min(0);

const Plan = z.object({
  answerWithinMs: z.number().nullable().describe('How long it waits for an answer.'),
  tries: z.int().nullable().describe('Tries of one event in all; 1: it never tries again.'),
  overMs: z.number().nullable().describe('From the first try to the last.'),
  note: z.string().nullable().describe('Other notes from its pages.'),
});

const Answers = z
  .object({
    days: z.int().describe('So many days, today included (UTC).'),
    count: count.describe('Requests that were answered.'),
    p50Ms: z.number().nullable().describe('Half of them took so long at most. Null: there was none.'),
    p99Ms: z
      .number()
      .nullable()
      .describe('99 of 100 took so long at most. Null: there was none, or it was more than 30 seconds.'),
    late: count
      .nullable()
      .describe('How many took longer than the sender waits. Null: how long that is, is not known.'),
  })
  .describe('How long requests at the URL waited for their answer.');

const Refused = z
  .object({
    events: count.describe(
      'Events that were answered 429; of the last 30 days, no more than the last 1,000.',
    ),
    cameBack: count.describe('Those of them that were taken later.'),
    waiting: count.describe('Those that did not come back yet, but may.'),
    lost: count.describe('Those that did not come back while the sender tries again: what the limits cost.'),
    lastLostAt: isoTime.nullable().describe('When the last of these was refused.'),
  })
  .describe('Whether the sender comes back after a 429.');

const ShapeChange = z.object({
  path: z.string().describe('The place in the body, as in `order.items.*.total`.'),
  eventName: z.string().nullable().describe('In deliveries of this event. Null: they do not say.'),
  was: z.enum(shapeTypes).describe('The type at first.'),
  is: z.enum(shapeTypes).describe('The type since then; null does not count.'),
  since: isoTime.describe('When it was first seen so.'),
  lastSeenAt: isoTime.describe('When it was last seen so, to the hour.'),
  sentence: z.string().describe('The same in words: `` `total` was a number, is a text since Tuesday. ``'),
});

export const SenderReport = z.object({
  sender: z
    .object({
      id: z.string(),
      title: z.string().describe('The name that people use.'),
      docsUrl: z
        .string()
        .nullable()
        .describe('Its own page about its webhooks. Null: who sends is not known.'),
      from: z
        .enum(['set', 'recognised', 'unknown'])
        .describe('`set`: the `sender` of the automation. `recognised`: by what arrives; it is not set.'),
    })
    .describe('Who sends.'),
  plan: Plan.nullable().describe(
    "The sender's own documentation of its retries. Null: the sender is not known.",
  ),
  answers: Answers,
  refused: Refused,
  eventIds: z
    .array(z.object({ source: EventIdSource, deliveries: count.describe('How many of them.') }))
    .describe('The sources of the event ids of the last 100 deliveries, the commonest first.'),
  shapeChanges: z
    .array(ShapeChange)
    .describe('Members that are of another type than they were at first, the newest change first.'),
  findings: z.array(z.string()).describe('The findings, in sentences.'),
});
export type SenderReport = z.infer<typeof SenderReport>;
