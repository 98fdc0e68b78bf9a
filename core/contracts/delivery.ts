import { z } from 'zod';

import { answered } from './delivery-answer.ts';
import { EventIdSource } from './event.ts';
import { relations } from './relations.ts';
import { Cost, Outcome } from './run.ts';
import { DoneBy } from './done-by.ts';

const isoTime = z.iso.datetime();

/** The verdict of a run's filter, with the evidence from the delivery. */
export const FilterRecord = z.object({
  text: z.string().describe('The filter at the time of acceptance.'),
  matched: z
    .boolean()
    .nullable()
    .describe('Whether the delivery passed. Null where it was not decided, because that needs a model.'),
  evidence: z
    .string()
    .describe('The part of the delivery that decided it, such as `status was "open"; needed "paid"`.'),
});
export type FilterRecord = z.infer<typeof FilterRecord>;

const Arrived = z
  .object({
    contentType: z.string().nullable(),
    sizeBytes: z.int().describe('The size of the whole body, after decompression.'),
    headers: z
      .record(z.string(), z.string())
      .describe('The headers of the request, without credentials and signatures.'),
    text: z.string().describe('The first 64 KiB of the body. Empty where no body is kept.'),
    truncated: z.boolean().describe('Whether the body has more than `text` shows.'),
  })
  .describe('The body as the sender sent it.');

const RunWorkflow = z
  .object({
    id: z.string(),
    runId: z.string().nullable(),
    url: z.string().nullable().describe('Its page in the Temporal Web UI, where that has an address.'),
  })
  .describe(
    'The Temporal workflow that processes it. `runId` and `url` are null where none was started, as while the automation was paused.',
  );

const saidBySender = {
  reference: z
    .string()
    .nullable()
    .describe('`X-Service-Reference` of the sender: the conversation, ticket or order that it is about.'),
  referenceUrl: z
    .string()
    .nullable()
    .describe("`X-Service-Reference-Url`: a link to that in the sender's own system."),
  sender: z.string().describe('The sender that the automation had at the time of acceptance.'),
  eventName: z
    .string()
    .nullable()
    .describe("The event, in the sender's words, such as `invoice.paid`. Null where it does not say."),
  verified: z
    .boolean()
    .nullable()
    .describe(
      'Whether its signature was verified. False: the sender signs, but the automation has no signing secret. Null: the sender does not sign.',
    ),
};

const traced = {
  traceId: z
    .string()
    .nullable()
    .describe(
      'The OpenTelemetry trace of the request that brought it. Null where the service is not traced.',
    ),
};

const times = {
  receivedAt: isoTime,
  startedAt: isoTime.nullable().describe('When the run began. Null where none did yet.'),
  finishedAt: isoTime.nullable().describe('When the run was over. Null while it is not.'),
  nextTryAt: isoTime
    .nullable()
    .describe(
      'When it tries again, while it waits for a target, a model or a slot. It holds none of the slots then. Null: it does not wait.',
    ),
  durationMs: z.int().nullable().describe('From `receivedAt` to `finishedAt`.'),
  heldSince: isoTime
    .nullable()
    .describe(
      'Since when it is held, because there was no room for it (`burst` of the automation), or another of its reference comes first (`order`). Null: it is not, or not any more.',
    ),
  erasedAt: isoTime
    .nullable()
    .describe('When what arrived and what was made of it was erased for good. Null: it was not.'),
};

/** The words of others, for lists. */
const said = {
  targetSaid: z
    .string()
    .nullable()
    .describe(
      'The first words of the last error that a target answered, at most 200 characters. Null where none did.',
    ),
  answerStart: z
    .string()
    .nullable()
    .describe(
      'The first words of `answer`, at most 200 characters. Null while it is not over, and where an earlier release ended it.',
    ),
};

/** Everything about one delivery: what arrived, what was done, what it cost. `Step`: one thing the agent did. */
export const deliveryRecord = <Step extends z.ZodType>(Step: Step) =>
  z.object({
    deliveryId: z.string(),
    automationId: z.string(),
    automationName: z.string().describe('Its name at the time of acceptance.'),
    agentId: z.string(),
    revision: z
      .int()
      .describe(
        'The revision of the automation that counts: its instructions and filter at the time of acceptance.',
      ),
    outcome: Outcome,
    reason: z
      .string()
      .nullable()
      .describe(
        'Why it ended so, in a sentence; `paused`, `budget` or `loop` for what was skipped before any run was started. Null where the outcome says it all.',
      ),
    eventId: z.string().describe('By which a repeat is known: an event is processed once for an automation.'),
    eventIdSource: EventIdSource,
    ...saidBySender,
    ...traced,
    ...times,
    arrived: Arrived,
    filter: FilterRecord.nullable().describe(
      'The filter and its result. Null where there is none, or while it is not decided.',
    ),
    steps: z.array(Step).describe("The agent's steps, in order."),
    by: DoneBy,
    ...answered,
    warnings: z
      .array(z.string())
      .describe(
        'Doubts that do not make the outcome `failed`, each a sentence: a request that failed before the last one, something in the delivery that was of another type before. Empty where there are none.',
      ),
    cost: Cost,
    ...said,
    requests: z
      .int()
      .nullable()
      .describe(
        'How many requests the agent made, whatever came of them; 0: the run changed nothing. Null while it is not over, and where an earlier release ended it.',
      ),
    ...relations,
    workflow: RunWorkflow,
  });

/** One row of the activity of an automation or of a workspace. */
export const ActivityRow = deliveryRecord(z.unknown())
  .pick({
    deliveryId: true,
    automationId: true,
    automationName: true,
    eventId: true,
    receivedAt: true,
    heldSince: true,
    outcome: true,
    reason: true,
    failure: true,
    reference: true,
    referenceUrl: true,
    cost: true,
    requests: true,
    targetSaid: true,
    answerStart: true,
    durationMs: true,
    nextTryAt: true,
    duplicates: true,
    lastDuplicateAt: true,
    causedBy: true,
    replayOf: true,
    ranAs: true,
    ranOutcome: true,
  })
  .extend({
    title: z
      .string()
      .describe(
        'The name of the automation, then what happened and the reference, where the sender said them.',
      ),
  });
export type ActivityRow = z.infer<typeof ActivityRow>;
