import { z } from 'zod';

import { Cost, Outcome, Step } from './run.ts';

const isoTime = z.iso.datetime();
const messageCharsMax = 20_000;

/** What the owner writes to an agent; without `conversationId` it begins a conversation. */
export const NewMessage = z.object({
  message: z
    .string()
    .min(1, 'must not be blank')
    .max(messageCharsMax)
    .refine((text) => text.trim() !== '', 'must not be blank'),
  conversationId: z.string().min(1, 'must not be empty').max(100, 'is not an id').nullish(),
});
export type NewMessage = z.infer<typeof NewMessage>;

const idempotencyKeyCharsMax = 255;

/** The same request with the same key is the same message: it is stored and answered once. */
export const IdempotencyKey = z.string().min(1, 'must not be empty').max(idempotencyKeyCharsMax);

/** One message of a conversation with what the agent made of it; `reply` is null while it is being made. */
export const ChatMessage = z.object({
  messageId: z.string(),
  message: z.string(),
  receivedAt: isoTime,
  startedAt: isoTime.nullable(),
  finishedAt: isoTime.nullable(),
  durationMs: z.int().nullable(),
  outcome: Outcome,
  reason: z.string().nullable(),
  reply: z.string().nullable(),
  steps: z.array(Step),
  cost: Cost,
  workflow: z.object({ id: z.string(), runId: z.string().nullable(), url: z.string().nullable() }),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** The answer to a message. `reply` says what went wrong where the agent could not answer. */
export const ChatReply = ChatMessage.pick({
  messageId: true,
  outcome: true,
  reason: true,
  steps: true,
  cost: true,
}).extend({ conversationId: z.string(), reply: z.string() });
export type ChatReply = z.infer<typeof ChatReply>;

export const Conversation = z.object({
  conversationId: z.string(),
  agentId: z.string(),
  /** The beginning of the first message. */
  title: z.string(),
  createdAt: isoTime,
  /** When the last message arrived. */
  updatedAt: isoTime,
});
export type Conversation = z.infer<typeof Conversation>;

/** A conversation with a page of its messages, newest first. */
export const ConversationPage = Conversation.extend({
  items: z.array(ChatMessage),
  nextCursor: z.string().nullable(),
});

/** Looks after messages that were stored, but whose workflow does not know of them. */
export interface MessageKeeper {
  /** Says how many messages of the workspace were handed over again or settled. */
  readonly resume: (workspaceId: string) => Promise<number>;
}
