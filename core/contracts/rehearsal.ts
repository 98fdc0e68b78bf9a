import { z } from 'zod';

import { EndedOutcome } from './run.ts';

/** Stored deliveries that are played through a changed automation: nothing is sent. */

export const verdicts = {
  same: 'the outcome and the requests are those of its run.',
  otherRequest: 'the run asks for something else, or ends otherwise.',
  newlyRun: 'it was skipped and would be run.',
  newlySkipped: 'it was run and would be skipped.',
  fails: 'the run would fail, or need a model, and did not before.',
  unknown: 'it cannot be told, because something is not recorded.',
} as const;
export type RehearsalVerdict = keyof typeof verdicts;
export const verdictNames = Object.keys(verdicts) as [RehearsalVerdict, ...RehearsalVerdict[]];
export const RehearsalVerdict = z.enum(verdictNames).describe(
  Object.entries(verdicts)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join(' '),
);

/** One side of a pair. */
const RequestSide = z.object({
  title: z.string().describe('Such as `POST`, or `E-mail`.'),
  target: z.string().describe('The URL, or the recipient.'),
  body: z.string().nullable().describe('The body, or the text, at most 16 KB. Null where there is none.'),
  outcome: z
    .string()
    .nullable()
    .describe('The outcome, such as `answered 201`. Null where nothing is known of it.'),
});
export type RequestSide = z.infer<typeof RequestSide>;

export const RequestPair = z.object({
  was: RequestSide.nullable().describe('The request of the run. Null: it sent no such request.'),
  now: RequestSide.nullable().describe('The request of the rehearsal. Null: it would not be sent.'),
  isSame: z.boolean().describe('Whether it is the very same request.'),
  differences: z
    .array(z.string())
    .describe('The parts that differ, such as `body.amount`. Empty where one side is missing.'),
  heard: z
    .enum(['recorded', 'accepted', 'refused', 'live'])
    .nullable()
    .describe(
      'The answer that the agent was given. `recorded`: that of the run. `accepted`: none is recorded, and it was told that the target took it. `refused`: Network Access would not let it out. `live`: it was read now. Null where there is none.',
    ),
});
export type RequestPair = z.infer<typeof RequestPair>;

export const RehearsedDelivery = z.object({
  deliveryId: z.string(),
  verdict: RehearsalVerdict,
  summary: z.string().describe('The difference in a few words, without a value of the delivery.'),
  was: z.object({ outcome: EndedOutcome.describe('The outcome of its run.') }).describe('Its run.'),
  now: z
    .object({
      outcome: EndedOutcome.nullable().describe('Null where it is unknown.'),
      reason: z.string().nullable().describe('Why, in a sentence. Null where the outcome says it all.'),
    })
    .describe('The rehearsal of it.'),
  requests: z.array(RequestPair).describe('The requests side by side, in their order.'),
});
export type RehearsedDelivery = z.infer<typeof RehearsedDelivery>;

export const RehearsalState = z
  .enum(['running', 'done', 'cancelled', 'failed'])
  .describe('`running`: deliveries are being played. `failed`: it ended early, see `reason`.');
export type RehearsalState = z.infer<typeof RehearsalState>;

export const RehearsalBudget = z
  .object({
    amountMicros: z
      .int()
      .min(0)
      .default(1_000_000)
      .describe(
        'In millionths of a US dollar. Calls of a model without a known price count as tokens alone.',
      ),
    tokens: z.int().min(0).default(2_000_000).describe('Tokens, input and output.'),
  })
  .describe(
    'The most that it spends on models: where that is used up, the deliveries that are left are `unknown`.',
  );
export type RehearsalBudget = z.infer<typeof RehearsalBudget>;

/** A rehearsal by its ids. */
export interface RehearsalRef {
  readonly workspaceId: string;
  readonly rehearsalId: string;
  readonly automationId: string;
}
