import { z } from 'zod';

/** A run that processes a delivery. */
export interface DeliveryRun {
  readonly kind: 'delivery';
  readonly workspaceId: string;
  readonly automationId: string;
  readonly deliveryId: string;
}

/** A run that answers a message of a chat. */
export interface MessageRun {
  readonly kind: 'message';
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly messageId: string;
}

/** A run, identified by what it processes. */
export type RunRef = DeliveryRun | MessageRun;

const outcomes = {
  running: 'accepted and not over yet.',
  waiting: 'it waits for an approval, and holds nothing meanwhile.',
  succeeded: 'the agent did all of it.',
  failed: 'something could not be done; `reason` says what.',
  skipped:
    'the filter did not match, or the automation was paused or its budget used up, or it was a round too many of a loop. Nothing was done and nothing is billed.',
  needs_model:
    'the offline rules did not understand every sentence of the instructions or the filter, or the delivery does not say clearly what the filter asks. Nothing was sent. Replay it once the text is spelled out or a model is there.',
  unknown_effect:
    'a request that must not be sent twice was cut off after it may have left. The target may or may not have acted on it: look there before you send it again.',
} as const;

/** The state of an accepted delivery: not over yet, or how it ended. */
export const Outcome = z
  .enum(Object.keys(outcomes) as [keyof typeof outcomes, ...(keyof typeof outcomes)[]])
  .describe(
    `Its state, or how it ended. ${Object.entries(outcomes)
      .map(([outcome, meaning]) => `\`${outcome}\`: ${meaning}`)
      .join(' ')}`,
  );
export type Outcome = z.infer<typeof Outcome>;

/** How a run can end. */
export const EndedOutcome = Outcome.exclude(['running', 'waiting']);
export type EndedOutcome = z.infer<typeof EndedOutcome>;

/** How a run ended. */
export interface Ending {
  readonly outcome: EndedOutcome;
  /** Why, for the owner; null if the outcome is self-explanatory or a step already stored the reason. */
  readonly reason: string | null;
  /** Its answer is JSON of the schema of its automation. */
  readonly hasResult?: true;
}

export const moneyStates = ['known', 'estimated', 'unknown', 'none'] as const;

/** An amount in millionths of the currency; `null` where the state is `unknown` or `none`. */
export const Money = z
  .object({
    state: z
      .enum(moneyStates)
      .describe(
        '`known`: by the price of the model that answered. `estimated`: by the price of a model like it. `unknown`: no price or no token count is known; this is not zero. `none`: no model was used, nothing is owed.',
      ),
    amountMicros: z
      .int()
      .nullable()
      .describe('In millionths of the currency. Null where the state is `unknown` or `none`.'),
    currency: z.string().describe('ISO 4217 code, such as `USD`.'),
    atLeastMicros: z.int().positive().exactOptional().meta({
      description:
        'The known part of a sum that is `unknown` as a whole: it is at least this much. Absent where nothing is known of it.',
    }),
  })
  .describe('The cost of models.');
export type Money = z.infer<typeof Money>;

const inputTokens = z.int().describe('Tokens that models read; 0 for the offline rules.');
const outputTokens = z.int().describe('Tokens that models wrote; 0 for the offline rules.');

export const Cost = z
  .object({
    automationRuns: z
      .int()
      .describe(
        'Automation runs that are billed for it: 1 for a delivery that was processed; 0 for what was skipped, for what a filter could not be decided on, for a chat, and as long as it is not over.',
      ),
    inputTokens,
    outputTokens,
    money: Money,
  })
  .describe('Its cost.');
export type Cost = z.infer<typeof Cost>;

/** When a recorded step started and how long it took. */
export const stepTiming = { startedAt: z.iso.datetime(), durationMs: z.int() };

/** One time that a request was sent, or was to be sent. */
export const Try = z.object({
  at: z.iso.datetime().describe('When it was sent.'),
  status: z.int().nullable().describe('The status of the answer. Null where it did not.'),
  error: z.string().nullable().describe('The error. Null where the target answered.'),
});
export type Try = z.infer<typeof Try>;

export const approvalStates = ['open', 'approved', 'refused', 'expired', 'void'] as const;
export const ApprovalState = z
  .enum(approvalStates)
  .describe(
    '`open`: nobody decided yet. `approved`, `refused`: somebody did. `expired`: nobody did in time, so it was refused. `void`: what it was for is over, deleted or erased.',
  );
export type ApprovalState = z.infer<typeof ApprovalState>;

/** An approval as the step that waited for it tells of it. */
const ApprovalNote = z.object({
  id: z.string(),
  state: ApprovalState,
  by: z.string().nullable().describe('The name of the token or link that decided. Null where nobody did.'),
  at: z.iso.datetime().nullable().describe('When it was decided. Null where it was not.'),
});
export type ApprovalNote = z.infer<typeof ApprovalNote>;

/** How often a recorded request was tried, and whether it will be again. */
export const stepTries = {
  tries: z.array(Try).default([]).describe('Each time that it was tried, the last one included.'),
  nextTryAt: z.iso
    .datetime()
    .nullable()
    .default(null)
    .describe('When it is tried again. Null where it is not.'),
  approval: ApprovalNote.exactOptional().describe(
    'The approval that a policy asked for. Absent where none did.',
  ),
};

/** One time that a model was asked for a turn, where the first did not answer. */
export const ModelTry = z.object({
  at: z.iso.datetime().describe('When it was asked.'),
  model: z.string().describe('The model that was asked.'),
  error: z.string().nullable().describe('Why it gave no answer. Null for the one that did.'),
});
export type ModelTry = z.infer<typeof ModelTry>;

export const ModelStep = z.object({
  kind: z.literal('model').describe('One turn of the model, or of the offline rules.'),
  ...stepTiming,
  model: z
    .string()
    .describe('The model that answered, as `provider/model-id`; `offline/rules-1` for the rules.'),
  inputTokens,
  outputTokens,
  cachedInputTokens: z
    .int()
    .default(0)
    .describe('The part of `inputTokens` that the provider read from its cache.'),
  reasoningTokens: z.int().default(0).describe('The part of `outputTokens` that was reasoning.'),
  finishReason: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Why the model stopped: `stop`, `tool-calls`, `length` (cut off at the output limit), `content-filter` (refused, or stopped by a rule of its provider), `error` or `other`. Null where it was not kept.',
    ),
  summary: z
    .string()
    .describe('One line: what the agent decided to do next, or why the model gave no answer so far.'),
  tries: z
    .array(ModelTry)
    .default([])
    .describe('If a model gave no answer at first: the last 20 times that one was asked. Empty otherwise.'),
  nextTryAt: stepTries.nextTryAt.describe('When it is asked again. Null where it is not.'),
});
export type ModelStep = z.infer<typeof ModelStep>;
