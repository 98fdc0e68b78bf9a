import { listConversations } from './list-conversations.ts';
import { readConversation } from './read-conversation.ts';
import { sendMessage } from './send-message.ts';

export const chatOperations = [sendMessage, listConversations, readConversation] as const;
