import { randomBytes } from 'node:crypto';

import { z } from 'zod';

import type { ChatMessage } from '../capabilities/records.ts';
import type { Conversation } from '../contracts/chat.ts';
import { chatWorkflowId } from '../domain/chat-id.ts';
import type { Redis } from './connect.ts';
import { fieldsOf } from './fields.ts';
import { keys } from './keys.ts';
import { type Page, pageOfIds, type PageQuery } from './page.ts';
import { runFields, stepsOf, timesOf } from './record-fields.ts';
import { script } from './script.ts';

/** A message as the owner sends it. */
export interface ArrivedMessage {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly text: string;
}

type MessagePlace = Pick<ArrivedMessage, 'workspaceId' | 'conversationId' | 'messageId'>;

const ConversationFields = z.object({
  agentId: z.string(),
  title: z.string(),
  createdAt: z.coerce.number(),
  updatedAt: z.coerce.number(),
});

const MessageFields = z.object(runFields);

const storeScript = script('store-message');
const withdrawScript = script('withdraw-message');

const titleCharsMax = 80;

/** The conversations with an agent as their owner reads and continues them. */
export function createConversations({
  redis,
  workflowUrl,
  now = Date.now,
}: {
  redis: Redis;
  workflowUrl: (workflowId: string, runId: string | null) => string | null;
  now?: () => number;
}) {
  /**
   * Stores a message before anything is done about it. `exists`: this message was stored before, perhaps with another
   * text. `missing`: the agent has no such conversation, and `isNew` does not allow to begin one.
   */
  async function save(
    message: ArrivedMessage,
    { isNew }: { isNew: boolean },
  ): Promise<'stored' | 'exists' | 'missing'> {
    const { workspaceId, agentId, agentName, conversationId, messageId, text } = message;
    return (await storeScript(
      redis,
      [
        keys.conversation(workspaceId, conversationId),
        keys.conversations(workspaceId, agentId),
        keys.everyAutomation(workspaceId),
        keys.run(workspaceId, messageId),
        keys.body(workspaceId, messageId),
        keys.activity(workspaceId, conversationId),
        keys.activityWith(workspaceId, conversationId, 'running'),
        keys.openMessages(workspaceId),
      ],
      [
        conversationId,
        messageId,
        agentId,
        isNew ? '1' : '0',
        String(now()),
        randomBytes(16).toString('hex'),
        titleOf(text),
        text,
        ...fieldsOf({
          automationId: conversationId,
          automationName: agentName,
          agentId,
          revision: 0,
          workflowId: chatWorkflowId(agentId, conversationId),
        }),
      ],
    )) as 'stored' | 'exists' | 'missing';
  }

  /** Takes back a message that was refused; one that is being answered stays. */
  async function withdraw({ workspaceId, conversationId, messageId }: MessagePlace): Promise<void> {
    await withdrawScript(
      redis,
      [
        keys.run(workspaceId, messageId),
        keys.body(workspaceId, messageId),
        keys.activity(workspaceId, conversationId),
        keys.activityWith(workspaceId, conversationId, 'running'),
        keys.openMessages(workspaceId),
      ],
      [messageId],
    );
  }

  /** Null where it is another agent's. */
  async function find(
    workspaceId: string,
    agentId: string,
    conversationId: string,
  ): Promise<Conversation | null> {
    const fields = await redis.hGetAll(keys.conversation(workspaceId, conversationId));
    if (fields['agentId'] !== agentId) return null;
    const { title, createdAt, updatedAt } = ConversationFields.parse(fields);
    const [created, updated] = [createdAt, updatedAt].map((timeMs) => new Date(timeMs).toISOString());
    return { conversationId, agentId, title, createdAt: created ?? '', updatedAt: updated ?? '' };
  }

  /** Those with the newest messages first. */
  async function list(workspaceId: string, agentId: string, query: PageQuery): Promise<Page<Conversation>> {
    const { items, nextCursor } = await pageOfIds(redis, keys.conversations(workspaceId, agentId), query);
    const found = await Promise.all(items.map((id) => find(workspaceId, agentId, id)));
    return { items: found.filter((conversation) => conversation !== null), nextCursor };
  }

  /** The messages of a conversation that was found, newest first. */
  async function messages(
    workspaceId: string,
    conversationId: string,
    query: PageQuery,
  ): Promise<Page<ChatMessage>> {
    const { items, nextCursor } = await pageOfIds(redis, keys.activity(workspaceId, conversationId), query);
    const found = await Promise.all(items.map((id) => message(workspaceId, id)));
    return { items: found.filter((one) => one !== null), nextCursor };
  }

  async function message(workspaceId: string, messageId: string): Promise<ChatMessage | null> {
    const [fields, text, steps] = await Promise.all([
      redis.hGetAll(keys.run(workspaceId, messageId)),
      redis.get(keys.body(workspaceId, messageId)),
      redis.hGetAll(keys.steps(workspaceId, messageId)),
    ]);
    if (fields['kind'] !== 'message' || text === null) return null;
    const { outcome, reason, answer, cost, workflowId, runId, ...times } = MessageFields.parse(fields);
    return {
      messageId,
      message: text,
      ...timesOf(times),
      outcome,
      reason,
      reply: outcome === 'running' ? null : (answer ?? reason),
      steps: stepsOf(steps),
      cost,
      workflow: { id: workflowId, runId, url: workflowUrl(workflowId, runId) },
    };
  }

  return { save, withdraw, find, list, messages, message };
}

export type Conversations = ReturnType<typeof createConversations>;

/** The first line of the first message, cut. */
function titleOf(text: string): string {
  const characters = Array.from((text.trim().split('\n', 1)[0] ?? '').trim());
  return characters.length <= titleCharsMax
    ? characters.join('')
    : `${characters.slice(0, titleCharsMax - 1).join('')}…`;
}
