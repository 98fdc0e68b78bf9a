import { shortDigest } from './digest.ts';
import { newId } from './ids.ts';

const digest = (...parts: readonly string[]): string => shortDigest(JSON.stringify(parts));

/**
 * The ids of a message and its conversation. With a key of the sender's they are derived from it, so that the same
 * request finds what its first try stored.
 */
export function chatIds(
  agentId: string,
  { conversationId, idempotencyKey }: { conversationId: string | null; idempotencyKey: string | null },
): { readonly conversationId: string; readonly messageId: string } {
  if (idempotencyKey === null)
    return { conversationId: conversationId ?? newId('conversation'), messageId: newId('message') };
  const conversation = conversationId ?? `cnv_${digest(agentId, idempotencyKey)}`;
  return {
    conversationId: conversation,
    messageId: `msg_${digest(agentId, conversation, idempotencyKey)}`,
  };
}

export const chatWorkflowId = (agentId: string, conversationId: string): string =>
  `chat/${agentId}/${conversationId}`;
