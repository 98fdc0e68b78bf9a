import type { ChatReply } from '#capabilities/records.ts';
import { chatLimits } from '#domain/chat-limits.ts';
import { DomainError, invalidField } from '#domain/domain-error.ts';
import { isId } from '#domain/ids.ts';
import { messageUnavailable, storageExceeded } from '../../errors/assert-accepted.ts';
import type { ArrivedMessage, Conversations } from '#store/conversation/conversations.ts';
import type { Replication } from '#store/connection/replication.ts';
import type { ConversationStarter } from '#temporal/conversations.ts';

export interface ReplyDeps {
  readonly replication: Replication;
  readonly conversations: Conversations;
  readonly conversationStarter: ConversationStarter;
  readonly replyWaitMs: number;
}

const busyRetrySeconds = 5;

/**
 * Stores the message before any work starts, as safely as a delivery. Throws NOT_FOUND, INVALID_REQUEST,
 * STORAGE_EXCEEDED and INTAKE_UNAVAILABLE.
 */
export async function storeMessage(
  { conversations, replication }: ReplyDeps,
  message: ArrivedMessage,
  options: { readonly isNew: boolean },
): Promise<void> {
  const isPossible = isId('conversation', message.conversationId);
  const saved = isPossible ? await conversations.save(message, options) : 'missing';
  if (saved === 'missing') throw new DomainError('NOT_FOUND', 'There is no such conversation');
  if (saved === 'total' || saved === 'day') throw storageExceeded(saved);
  if (saved === 'exists') await assertSame(conversations, message);
  // Also of one that exists: another request may have stored it a moment ago.
  await replication.reached().catch(async () => {
    // If it cannot be taken back, it may be answered later.
    if (saved === 'stored') await conversations.withdraw(message).catch(() => undefined);
    throw messageUnavailable();
  });
}

async function assertSame(conversations: Conversations, message: ArrivedMessage): Promise<void> {
  const first = await conversations.message(message.workspaceId, message.messageId);
  if (first?.message === message.text) return;
  throw invalidField('Idempotency-Key', 'was used for another message', {
    hint: 'Use a new key for a new message.',
  });
}

/** Waits for the reply to a stored message. Throws CONCURRENCY_EXCEEDED and REPLY_PENDING. */
export async function replyTo(deps: ReplyDeps, message: ArrivedMessage): Promise<ChatReply> {
  const { conversations, conversationStarter, replyWaitMs } = deps;
  const known = await endedReply(conversations, message);
  if (known !== null) return known;
  const said = await conversationStarter.say(message, replyWaitMs);
  if (said === 'full') {
    await conversations.withdraw(message);
    throw new DomainError(
      'CONCURRENCY_EXCEEDED',
      `${chatLimits.waitingMessages} messages of this conversation are waiting`,
      { retryAfterSeconds: busyRetrySeconds },
    );
  }
  const reply = await endedReply(conversations, message);
  if (reply !== null) return reply;
  const { agentId, conversationId } = message;
  throw new DomainError(
    'REPLY_PENDING',
    `The reply is not ready yet; it can be read later in conversation ${conversationId}`,
    {
      hint: `GET /manage/agents/${agentId}/conversations/${conversationId} shows it then.`,
      members: { conversationId, messageId: message.messageId },
    },
  );
}

/** Null while the message waits or is being answered. */
async function endedReply(conversations: Conversations, message: ArrivedMessage): Promise<ChatReply | null> {
  const { workspaceId, conversationId, messageId } = message;
  const record = await conversations.message(workspaceId, messageId);
  if (record === null || record.outcome === 'running') return null;
  const { reply, outcome, reason, steps, cost } = record;
  return { conversationId, messageId, reply: reply ?? '', outcome, reason, steps, cost };
}
