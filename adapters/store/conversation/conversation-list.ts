import type { Conversation } from '#contracts/chat.ts';
import type { Redis } from '../connection/connect.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';
import { agentRecords } from '../records/agent.ts';
import { keys } from '../records/index.ts';

const ConversationFields = agentRecords.conversation.fields.omit({ nonce: true });

export function createConversationList({ redis }: { redis: Redis }) {
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

  return { find, list };
}
