import { z } from 'zod';

import { Money } from '../contracts/run.ts';
import { CapabilityCall, CapabilityResult } from '../capabilities/calls.ts';
import type { TurnOutput } from '../capabilities/agent-turn.ts';

/** The records that a run leaves between its steps; each is one field of a hash, as JSON. */

const Usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  isReported: z.boolean(),
});

/** What one model call used and cost. */
export const Spent = z.object({
  usage: Usage,
  cost: Money.extend({ currency: z.literal('USD'), priceTable: z.string().nullable() }),
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
  model: z.string(),
  finishReason: z.string(),
  summary: z.string(),
});

/** A call on its way or done. `sending` without an end: it may or may not have arrived. */
export const CallRecord = z.discriminatedUnion('state', [
  /** `by`: unlike that of every other attempt. */
  z.object({ state: z.literal('sending'), by: z.string().exactOptional() }),
  /** `tries`: how often the call was tried and certainly had no effect. */
  z.object({ state: z.literal('not-sent'), tries: z.int().exactOptional() }),
  z.object({ state: z.literal('done'), result: CapabilityResult }),
]);
export type CallRecord = z.infer<typeof CallRecord>;
