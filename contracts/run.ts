import { z } from 'zod';

/** A run, named by the delivery that it processes. */
export interface RunRef {
  readonly workspaceId: string;
  readonly automationId: string;
  readonly deliveryId: string;
}

/** How an accepted delivery stands or ended. */
export const Outcome = z.enum(['running', 'succeeded', 'failed', 'skipped', 'needs_model', 'unknown_effect']);
export type Outcome = z.infer<typeof Outcome>;

/** What a run came to. */
export interface Ending {
  readonly outcome: Exclude<Outcome, 'running'>;
  /** Why, for the owner; null where the outcome says it all or a step has written the reason into the record. */
  readonly reason: string | null;
}

export const moneyStates = ['known', 'estimated', 'unknown', 'none'] as const;

/** An amount in millionths of the currency; `null` where the state is `unknown` or `none`. */
export const Money = z.object({
  state: z.enum(moneyStates),
  amountMicros: z.int().nullable(),
  currency: z.string(),
  atLeastMicros: z.int().positive().exactOptional().meta({
    description:
      'The known part of a sum that is `unknown` as a whole: it is at least this much. Absent where nothing is known of it.',
  }),
});
export type Money = z.infer<typeof Money>;

export const Cost = z.object({
  automationRuns: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  money: Money,
});
export type Cost = z.infer<typeof Cost>;

const ModelStep = z.object({
  kind: z.literal('model'),
  startedAt: z.iso.datetime(),
  durationMs: z.int(),
  model: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  summary: z.string(),
});

export const RequestStep = z.object({
  kind: z.literal('request'),
  startedAt: z.iso.datetime(),
  durationMs: z.int(),
  method: z.string(),
  host: z.string(),
  path: z.string(),
  status: z.int().nullable(),
  /** Names only. */
  attachedHeaders: z.array(z.string()),
  outcome: z.enum(['answered', 'refused', 'invalid', 'failed', 'unknown']),
  error: z.string().nullable(),
});

export type RequestStep = z.infer<typeof RequestStep>;

/** One thing the agent did: a model turn or a request. */
export const Step = z.discriminatedUnion('kind', [ModelStep, RequestStep]);
export type Step = z.infer<typeof Step>;
