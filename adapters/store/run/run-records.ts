import { z } from 'zod';

import { Money, Try } from '#contracts/run.ts';
import { CapabilityCall, CapabilityResult } from '#capabilities/calls.ts';
import { remarks, type TurnOutput } from '#capabilities/agent-turn.ts';

/** The records that a run leaves between its steps; each is one field of a hash, as JSON. */

const Usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  // Absent in records of earlier versions.
  reasoningTokens: z.number().default(0),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  isReported: z.boolean(),
});

export const Spent = z.object({
  usage: Usage,
  cost: Money.extend({ currency: z.literal('USD'), priceTable: z.string().nullable() }),
  /** Absent in records of earlier versions. */
  model: z.string().exactOptional(),
});
export type Spent = z.infer<typeof Spent>;

/** A turn as the model gave it: saved in one write before anything else, so that it is never paid twice. */
export const TurnRecord: z.ZodType<TurnOutput> = Spent.extend({
  messages: z.array(z.unknown()),
  calls: z.array(CapabilityCall),
  isDone: z.boolean(),
  answer: z.string().nullable(),
  needsModel: z.string().nullable(),
  failure: z.string().nullable(),
  promptBytes: z.number().exactOptional(),
  remark: z.enum(remarks).exactOptional(),
  warnings: z.array(z.string()).exactOptional(),
  model: z.string(),
  finishReason: z.string(),
  summary: z.string(),
});

/** How far a call has come without an end. */
const CallProgress = z.object({
  /** Since when it is to be sent. */
  since: z.iso.datetime().exactOptional(),
  /** Each time that it was sent, and not processed. */
  tries: z.array(Try).exactOptional(),
  /** For a request that must not be sent twice: one of these tries may have arrived, as the target can tell by its key. */
  mayHaveArrived: z.literal(true).exactOptional(),
  /** The id of the approval that it needs. */
  asked: z.string().exactOptional(),
});
export type CallProgress = Readonly<z.infer<typeof CallProgress>>;

/** A call on its way or done. `sending` without an end: it may or may not have arrived. */
export const CallRecord = z.discriminatedUnion('state', [
  /** `by`: unlike that of every other attempt. */
  CallProgress.extend({ state: z.literal('sending'), by: z.string().exactOptional() }),
  /** It is to be sent, for the first time or again. */
  CallProgress.extend({ state: z.literal('not-sent') }),
  z.object({ state: z.literal('done'), result: CapabilityResult }),
]);
export type CallRecord = z.infer<typeof CallRecord>;
