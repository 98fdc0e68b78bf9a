import { listConversations } from './list-conversations.ts';
import { readConversation } from './read-conversation.ts';
import { sendMessage } from './send-message.ts';

/** In the order of the reference. */
export const chatOperations = [sendMessage, listConversations, readConversation] as const;
