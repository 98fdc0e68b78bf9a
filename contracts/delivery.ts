import { z } from 'zod';

import { CausedBy } from './cause.ts';
import { Dedupe, EventIdSource, Repeat } from './event.ts';
import { Cost, Outcome } from './run.ts';

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
    .describe('What in the delivery decided it, such as `status was "open"; needed "paid"`.'),
});
export type FilterRecord = z.infer<typeof FilterRecord>;

const Arrived = z
  .object({
    contentType: z.string().nullable(),
    sizeBytes: z.int().describe('Of the whole body, after decompression.'),
    headers: z
      .record(z.string(), z.string())
      .describe('The headers of the request, without credentials and signatures.'),
    text: z.string().describe('The first 64 KiB of the body. Empty where no body is kept.'),
    truncated: z.boolean().describe('Whether the body has more than `text` shows.'),
  })
  .describe('What the sender sent.');

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
    .describe("What happened, in the sender's words, such as `invoice.paid`. Null where it does not say."),
  verified: z
    .boolean()
    .nullable()
    .describe(
      'Whether its signature was checked, and right. False: the sender signs, but the automation has no signing secret. Null: the sender does not sign.',
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
  durationMs: z.int().nullable().describe('From `receivedAt` to `finishedAt`.'),
  erasedAt: isoTime
    .nullable()
    .describe('When what arrived and what was made of it was erased for good. Null: it was not.'),
};

const repeats = {
  duplicates: z.int().describe('How often the same event arrived again. Nothing was done about those.'),
  lastDuplicateAt: isoTime.nullable().describe('When it arrived again last. Null where it did not.'),
};

/** How it is related to others. */
const relations = {
  dedupe: Dedupe,
  repeats: z
    .array(Repeat)
    .describe(
      'The last ten of those that arrived again, newest first. Of one with another body, the body of the last is kept.',
    ),
  replayOf: z
    .string()
    .nullable()
    .describe('The delivery that this one processes again. Null for what a sender sent.'),
  runOf: z
    .string()
    .nullable()
    .describe(
      'The delivery that was skipped before any run was started, and that this one runs. Null: it is none of those.',
    ),
  ranAs: z
    .string()
    .nullable()
    .describe('The newest delivery that processes this one again, or runs it. Null: there is none.'),
  causedBy: CausedBy,
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
    steps: z.array(Step).describe('What the agent did, in order.'),
    answer: z.string().nullable().describe('What the agent said at the end. Null where it said nothing.'),
    warnings: z
      .array(z.string())
      .describe(
        'Doubts that do not make the outcome `failed`, each a sentence: a request that failed before the last one, an answer that ends with a question, something in the delivery that was of another type before. Empty where there are none.',
      ),
    cost: Cost,
    ...repeats,
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
    outcome: true,
    reason: true,
    reference: true,
    referenceUrl: true,
    cost: true,
    durationMs: true,
    duplicates: true,
    lastDuplicateAt: true,
    causedBy: true,
  })
  .extend({
    title: z
      .string()
      .describe(
        'The name of the automation, then what happened and the reference, where the sender said them.',
      ),
  });
export type ActivityRow = z.infer<typeof ActivityRow>;
