import type { StorageLimits } from '#domain/storage-limits.ts';
import type { Redis } from './connect.ts';
import { createChatMessages } from './conversation/chat-messages.ts';
import { createConversationList } from './conversation/conversation-list.ts';
import { createStoredMessages, createWithdrawal } from './conversation/stored-message.ts';

export type { ArrivedMessage } from './conversation/stored-message.ts';

/** The conversations with an agent as their owner reads and continues them. */
export function createConversations({
  redis,
  workflowUrl,
  storageLimits,
}: {
  redis: Redis;
  /** Default: none. */
  storageLimits?: StorageLimits;
  workflowUrl: (workflowId: string, runId: string | null) => string | null;
}) {
  return {
    ...createStoredMessages({ redis, storageLimits }),
    ...createWithdrawal({ redis }),
    ...createConversationList({ redis }),
    ...createChatMessages({ redis, workflowUrl }),
  };
}

export type Conversations = ReturnType<typeof createConversations>;
