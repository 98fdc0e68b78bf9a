import { z } from 'zod';

import { Cost, Outcome } from './run.ts';

const isoTime = z.iso.datetime();
const messageCharsMax = 20_000;

/** A message from the owner to an agent; without `conversationId` it starts a new conversation. */
export const NewMessage = z.object({
  message: z
    .string()
    .min(1, 'must not be blank')
    .max(messageCharsMax)
    .refine((text) => text.trim() !== '', 'must not be blank')
    .describe('The text to the agent.'),
  conversationId: z
    .string()
    .min(1, 'must not be empty')
    .max(100, 'is not an id')
    .nullish()
    .describe('Continues that conversation. Absent or null: a new one starts.'),
});
export type NewMessage = z.infer<typeof NewMessage>;

const idempotencyKeyCharsMax = 255;

/** The same request with the same key is the same message: it is stored and answered once. */
export const IdempotencyKey = z.string().min(1, 'must not be empty').max(idempotencyKeyCharsMax);

/**
 * One message of a conversation with the agent's work on it; `reply` is null until it is ready. `Step`: one thing the
 * agent did.
 */
export const chatMessage = <Step extends z.ZodType>(Step: Step) =>
  z.object({
    messageId: z.string(),
    message: z.string().describe("The owner's text."),
    receivedAt: isoTime,
    startedAt: isoTime.nullable().describe('When the agent began with it. Null while it waits.'),
    finishedAt: isoTime.nullable().describe('When the reply was ready. Null while it is not.'),
    durationMs: z.int().nullable().describe('From `receivedAt` to `finishedAt`.'),
    outcome: Outcome,
    reason: z.string().nullable().describe('Why it ended so. Null where the outcome says it all.'),
    reply: z.string().nullable().describe("The agent's answer. Null while it is being made."),
    steps: z.array(Step).describe("The agent's steps for it, in order."),
    cost: Cost,
    workflow: z
      .object({
        id: z.string(),
        runId: z.string().nullable(),
        url: z.string().nullable().describe('Its page in the Temporal Web UI, where that has an address.'),
      })
      .describe('The Temporal workflow of the conversation.'),
  });

/** The response to a message. If the agent could not answer, `reply` says what went wrong. */
export const chatReply = <Step extends z.ZodType>(Step: Step) =>
  chatMessage(Step)
    .pick({
      messageId: true,
      outcome: true,
      reason: true,
      steps: true,
      cost: true,
    })
    .extend({
      conversationId: z.string().describe('To be sent with the next message of this conversation.'),
      reply: z
        .string()
        .describe("The agent's answer, or the error if there is none; empty if it said nothing."),
    });

export const Conversation = z.object({
  conversationId: z.string(),
  agentId: z.string(),
  title: z.string().describe('The beginning of the first message.'),
  createdAt: isoTime,
  updatedAt: isoTime.describe('When the last message arrived.'),
});
export type Conversation = z.infer<typeof Conversation>;

/** A conversation with a page of its messages, newest first. */
export const conversationPage = <Step extends z.ZodType>(Step: Step) =>
  Conversation.extend({
    items: z.array(chatMessage(Step)).describe('Its messages, newest first.'),
    nextCursor: z.string().nullable().describe('`cursor` of the next page. Null on the last one.'),
  });
