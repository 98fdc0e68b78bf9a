import { z } from 'zod';

import { FilterRecord } from '#contracts/delivery.ts';
import { Failure } from '#contracts/failure.ts';
import { Step } from '#capabilities/step.ts';
import { Cost, Outcome } from '#contracts/run.ts';
import { noCost } from '#domain/cost.ts';
import { CallRecord, Spent, TurnRecord } from '../run/run-records.ts';
import { defineRecord } from './define.ts';
import { emptyForNull, epochMs, flag, integer, json, optionalText, orNull } from './fields.ts';
import { key } from './key.ts';
import { arrivedFields } from './arrived.ts';
import { budgetFields } from './budget.ts';
import { waitFields } from './slots.ts';

/** Allowed domains with the name of the header that is attached there. */
const Access = z.array(z.object({ domain: z.string(), headerName: z.string().nullable() }));
export type Access = z.infer<typeof Access>;

const untilExpired = 'Like the run.';
const untilEnded = 'For a delivery: an hour from its end. For a message: like the run.';

export const runRecords = {
  run: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:delivery:${'runId'}`,
    purpose: 'A delivery or a message of a chat: what arrived, the state of its run, what it cost.',
    fields: z.object({
      kind: z.enum(['delivery', 'message']).default('delivery').describe('Stored for messages only.'),
      phase: z
        .enum(['claimed', 'confirmed'])
        .describe(
          '`claimed` while the run of a delivery is being started; a message is `confirmed` at once.',
        ),
      agentId: z.string().describe('The agent that works on it.'),
      automationId: z.string().describe('The automation. For a message: its conversation.'),
      automationName: z
        .string()
        .describe('The name of the automation at acceptance. For a message: of its agent.'),
      revision: integer.describe('The revision of the automation that counts. For a message: 0.'),
      workflowId: z.string().describe('The Temporal workflow.'),
      runId: optionalText.describe('The Temporal run, once it began.'),
      receivedAt: epochMs.describe('When it arrived.'),
      heldSince: orNull(epochMs).describe(
        'Deliveries only: since when it is held, because there was no room or another of its reference comes first. Absent: it is not, or not any more.',
      ),
      startedAt: orNull(epochMs).describe('When the run began.'),
      finishedAt: orNull(epochMs).describe('When the run was over.'),
      outcome: Outcome.describe('Whether it is running, or how it ended. Absent while it is claimed.'),
      reason: optionalText.describe('Why it ended so.'),
      ...waitFields,
      nonce: z
        .string()
        .describe('Marks data from outside in prompts. For a message: that of its conversation.'),
      targetSaid: optionalText.describe('The first words of the last error that a target answered.'),
      failure: orNull(json(Failure)).describe(
        'The failure of the last request that failed for good; once the run failed, that of the run. Absent where an earlier release ended it.',
      ),
      answerStart: optionalText.describe('Deliveries only: the first line of the answer, once it is over.'),
      answer: orNull(emptyForNull).describe("The agent's last answer."),
      hasResult: orNull(flag).describe(
        'Deliveries only: `1` where the answer is JSON of the schema of the automation.',
      ),
      warnings: json(z.array(z.string())).default([]).describe('Deliveries only: doubts about the answer.'),
      shapeWarnings: json(z.array(z.string()))
        .default([])
        .describe('Deliveries only: what in it is of another type than in those before.'),
      timeZone: optionalText.describe(
        'The time zone that the agent was told, from its first turn by a model on.',
      ),
      access: orNull(json(Access)).describe(
        'The hosts that the agent was told it may reach, from its first turn by a model on.',
      ),
      filter: orNull(json(FilterRecord)).describe('Deliveries only: the filter and what it came to.'),
      cost: json(Cost).default(noCost).describe('Its cost, once it is over.'),
      requests: orNull(integer).describe(
        'How many requests its agent made, once it is over. Absent where an earlier release ended it.',
      ),
      sizeBytes: integer.describe('Deliveries only: size of the body.'),
      storedBytes: integer
        .default(0)
        .describe('Its share of the stored bytes of its workspace: fields, steps and body, once it is over.'),
      hotBytes: orNull(integer).describe(
        'Its share of the bytes of its workspace that are in memory. Absent where an earlier release stored it.',
      ),
      bodyDigest: optionalText.describe('Deliveries only: SHA-256 of the body.'),
      replayedAs: optionalText.describe('Deliveries only: the newest delivery that processes it again.'),
      ...budgetFields,
      supersededBy: optionalText.describe(
        'Skipped deliveries only: the newer one of its reference that was run in its place.',
      ),
      duplicates: integer.default(0).describe('Deliveries only: how often the same event arrived again.'),
      lastDuplicateAt: orNull(epochMs).describe('Deliveries only: when it did last.'),
      archive: optionalText.describe('Deliveries only: the key of the blob that has the rest.'),
      longAnswer: orNull(flag).describe('Deliveries only: `1` where its long answer is in that blob.'),
      erasedAt: orNull(epochMs).describe(
        'Deliveries only: when what arrived and what was made of it was erased.',
      ),
      ...arrivedFields,
    }),
    writers: [
      'scripts/admit.lua',
      'scripts/confirm.lua',
      'scripts/release-held.lua',
      'scripts/skip.lua',
      'scripts/settle-skipped.lua',
      'scripts/store-message.lua',
      'scripts/begin-message.lua',
      'scripts/wait.lua',
      'scripts/resume.lua',
      'scripts/ask-approvals.lua',
      'scripts/finish.lua',
      'scripts/withdraw.lua',
      'scripts/withdraw-message.lua',
      'scripts/amend-run.lua',
      'scripts/write-run.lua',
      'scripts/strip-run.lua',
      'scripts/archive-run.lua',
      'scripts/settle-reservation.lua',
      'sweep/retention.ts',
    ],
    lifetime: 'A claim: 30 s. Then until the run is over and the retention has passed.',
  }),
  body: defineRecord({
    type: 'string',
    key: key`{${'workspaceId'}}:delivery:${'runId'}:body`,
    purpose:
      'The body of a delivery byte for byte, or the text of a message. A body that packing makes shorter is a list instead: its one element is the body as a frame of Zstandard.',
    value: z.string(),
    writers: [
      'scripts/admit.lua',
      'scripts/confirm.lua',
      'scripts/withdraw.lua',
      'scripts/skip.lua',
      'scripts/settle-skipped.lua',
      'scripts/store-message.lua',
      'scripts/withdraw-message.lua',
      'sweep/retention.ts',
    ],
    lifetime: untilExpired,
  }),
  steps: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:delivery:${'runId'}:steps`,
    purpose: "The agent's steps, as its owner reads them.",
    entries: [
      {
        name: '<turn>, <turn>.<request> or <turn>.<request>.<number>',
        pattern: /^\d{3,}(\.\d{3,}){0,2}$/,
        value: json(Step),
      },
    ],
    writers: ['scripts/write-run.lua', 'scripts/finish.lua', 'sweep/retention.ts'],
    lifetime: untilExpired,
  }),
  turns: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:delivery:${'runId'}:turns`,
    purpose: 'Answers of models, and what every call of a model cost.',
    entries: [
      { name: '<turn>', pattern: /^\d+$/, value: json(TurnRecord) },
      { name: 'filter', pattern: /^filter$/, value: json(Spent) },
      { name: 'attempt:<name>', pattern: /^attempt:.+$/, value: json(Spent) },
    ],
    writers: ['scripts/write-run.lua', 'scripts/finish.lua', 'run/runs.ts', 'sweep/retention.ts'],
    lifetime: untilEnded,
  }),
  calls: defineRecord({
    type: 'hash',
    key: key`{${'workspaceId'}}:delivery:${'runId'}:calls`,
    purpose: 'The result of each call of a capability.',
    entries: [{ name: '<callId>', pattern: /^.+$/s, value: json(CallRecord) }],
    writers: ['scripts/write-run.lua', 'scripts/finish.lua', 'sweep/retention.ts'],
    lifetime: untilEnded,
  }),
  openMessages: defineRecord({
    type: 'sorted set',
    key: key`{${'workspaceId'}}:messages:open`,
    purpose: 'Messages of all conversations that wait or are being answered.',
    member: 'run id of the message',
    score: '`receivedAt`',
    writers: [
      'scripts/store-message.lua',
      'scripts/withdraw-message.lua',
      'scripts/finish.lua',
      'message/messages.ts',
    ],
    lifetime: 'Each member until its answer is made.',
  }),
} as const;
