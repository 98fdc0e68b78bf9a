import { z } from 'zod';

import { Money } from '../contracts/run.ts';
import { outboundMethods } from '../domain/outbound-method.ts';
import type { ToolCall, ToolResult, TurnOutput } from '../contracts/turn.ts';

/** The records that a run leaves between its steps; each is one field of a hash, as JSON. */

const Call: z.ZodType<ToolCall> = z.discriminatedUnion('name', [
  z.object({
    callId: z.string(),
    name: z.literal('http_request'),
    method: z.enum(outboundMethods),
    url: z.string(),
    headers: z.record(z.string(), z.string()).exactOptional(),
    body: z.string().exactOptional(),
  }),
  z.object({
    callId: z.string(),
    name: z.literal('read_delivery'),
    pointer: z.string().exactOptional(),
    offset: z.number().exactOptional(),
    limit: z.number().exactOptional(),
  }),
  z.object({
    callId: z.string(),
    name: z.literal('read_response'),
    requestCallId: z.string(),
    offset: z.number(),
    limit: z.number(),
  }),
]);

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
  calls: z.array(Call),
  isDone: z.boolean(),
  answer: z.string().nullable(),
  needsModel: z.string().nullable(),
  failure: z.string().nullable(),
  model: z.string(),
  finishReason: z.string(),
  summary: z.string(),
});

const Result: z.ZodType<ToolResult> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('response'),
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    truncated: z.boolean(),
    notes: z.array(z.string()).exactOptional(),
  }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
  z.object({
    kind: z.literal('page'),
    page: z.object({
      text: z.string(),
      offset: z.number(),
      totalChars: z.number(),
      nextOffset: z.number().nullable(),
    }),
  }),
]);

/** A call on its way or done. `sending` without an end means: it may have arrived, nobody knows. */
export const CallRecord = z.discriminatedUnion('state', [
  z.object({ state: z.literal('sending') }),
  z.object({ state: z.literal('not-sent') }),
  z.object({ state: z.literal('done'), result: Result }),
]);
export type CallRecord = z.infer<typeof CallRecord>;
