import { sayMessage } from './send-message.ts';
import { showChat } from './show-chat.ts';
import { showConversation } from './show-conversation.ts';

export const chatPages = [showChat, sayMessage, showConversation] as const;
