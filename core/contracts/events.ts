import { z } from 'zod';

import { deliveryRecord } from './delivery.ts';

const moment = z.iso.datetime();
const workspaceId = z.string();
const automationId = z.string();
const automationName = z.string().nullable().describe('Its name now. Null where it is erased.');
const automationLink = z.object({ automation: z.string().describe('Its page of the console.') });

const ofRun = deliveryRecord(z.unknown()).pick({
  deliveryId: true,
  automationId: true,
  automationName: true,
  agentId: true,
  revision: true,
  outcome: true,
  reason: true,
  eventId: true,
  sender: true,
  eventName: true,
  reference: true,
  referenceUrl: true,
  receivedAt: true,
  startedAt: true,
  finishedAt: true,
  durationMs: true,
  erasedAt: true,
  answer: true,
  result: true,
  warnings: true,
  requests: true,
  cost: true,
  replayOf: true,
}).shape;

/** Characters of an answer that an event carries; the record has all of it. */
export const eventAnswerCharsMax = 16_000;

/** A run as its record is when the event is sent, without what arrived and without its steps. */
const RunData = z.object({
  workspaceId,
  ...ofRun,
  answer: ofRun.answer.describe(
    `The first ${eventAnswerCharsMax.toLocaleString('en')} characters of the agent's answer. Null where it said nothing, or the delivery is erased.`,
  ),
  result: ofRun.result.describe(
    `The answer as JSON, where it is JSON of the \`answerSchema\` of its revision and has at most ${eventAnswerCharsMax.toLocaleString('en')} characters. Null otherwise.`,
  ),
  answerTruncated: z.boolean().describe('Whether the record has more of the answer.'),
  links: automationLink.extend({ delivery: z.string().describe('Its page of the console.') }),
});

const WaitingData = RunData.extend({
  approvals: z
    .array(
      z.object({
        id: z.string(),
        summary: z.string().describe('The request in a line, such as `POST api.example.com/orders`.'),
        expiresAt: moment.describe('From then on the request is refused.'),
        link: z
          .string()
          .nullable()
          .describe('Opens a page that decides it, for whoever has it. Null where the target sends none.'),
      }),
    )
    .describe('The requests of the run that wait for an approval.'),
});

const RefusedData = z.object({
  workspaceId,
  automationId,
  automationName,
  count: z.int().describe('How many requests to its hook were refused within the minute.'),
  codes: z.record(z.string(), z.int()).describe('The same by `code` of the refusal.'),
  links: automationLink,
});

export const automationChanges = ['created', 'changed', 'paused', 'resumed', 'deleted'] as const;

const ChangedData = z.object({
  workspaceId,
  automationId,
  automationName,
  change: z.enum(automationChanges).describe('The change.'),
  revision: z.int().describe('Its newest revision after that.'),
  links: automationLink,
});

const BrokenCaseData = ChangedData.omit({ change: true }).extend({
  caseId: z.string(),
  deliveryId: z.string().describe('The delivery of the case.'),
});

const BrokenConnectionData = z.object({
  workspaceId,
  agentId: z.string(),
  policyId: z.string(),
  domain: z.string().describe('The allowed domain, requests to which fail until it is connected again.'),
  reason: z.string().nullable().describe('Why it broke. Null where it is connected again.'),
  links: z.object({ policy: z.string().describe('Its page of the console.') }),
});

const TestData = z.object({ workspaceId, targetId: z.string() });

/** Every kind of event: when it is sent, and its data. A target chooses among all but `event.test`. */
export const events = {
  'run.finished': {
    when: 'A run is over, whatever its outcome.',
    data: RunData,
  },
  'run.waiting': {
    when: 'A run waits for the approval of a request.',
    data: WaitingData,
  },
  'delivery.refused': {
    when: 'Requests to the hook of an automation were refused: at most once a minute for each automation, with their count.',
    data: RefusedData,
  },
  'automation.changed': {
    when: 'An automation was created, changed, paused, resumed or deleted.',
    data: ChangedData,
  },
  'case.broken': {
    when: 'A case of an automation holds no more after a change.',
    data: BrokenCaseData,
  },
  'connection.broken': {
    when: 'An authorization server refuses further tokens for an allowed domain (OAuth 2).',
    data: BrokenConnectionData,
  },
  'event.test': { when: 'An owner tries the target.', data: TestData },
} as const;

export type SentKind = keyof typeof events;
export const SentKind = z.enum(Object.keys(events) as [SentKind, ...SentKind[]]).describe(
  `The kind of event. ${Object.entries(events)
    .map(([kind, { when }]) => `\`${kind}\`: ${when}`)
    .join(' ')}`,
);

export const EventKind = SentKind.exclude(['event.test']);
export type EventKind = z.infer<typeof EventKind>;

export type EventData<Kind extends SentKind> = z.input<(typeof events)[Kind]['data']>;

/** The body of an event. */
export const eventBody = (kind: SentKind) =>
  z.object({
    type: z.literal(kind),
    timestamp: moment.describe('When it happened.'),
    sequence: z
      .int()
      .describe('Sorts the events of a workspace. They arrive in any order, and numbers may be left out.'),
    data: events[kind].data,
  });

/** An event on its way to a target: ids alone. */
export interface EventTargetRef {
  readonly workspaceId: string;
  readonly targetId: string;
}
