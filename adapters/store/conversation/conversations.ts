import type { StorageLimits } from '#domain/storage-limits.ts';
import type { Redis } from '../connection/connect.ts';
import { createChatMessages } from './chat-messages.ts';
import { createConversationList } from './conversation-list.ts';
import { createStoredMessages, createWithdrawal } from './stored-message.ts';

export type { ArrivedMessage } from './stored-message.ts';

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
