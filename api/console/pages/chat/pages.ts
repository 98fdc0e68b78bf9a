import { sayMessage } from './send-message.ts';
import { definePage } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { chatPath } from './chat-path.ts';
import { chatView } from './chat-view.ts';
import { idParam } from '#api/operations/path-params.ts';
import { conversationView } from './conversation-view.ts';

const showConversation = () =>
  definePage({
    method: 'get',
    path: `${chatPath}/{conversationId}`,
    params: { conversationId: idParam('conversation') },
    handle: async (request) => {
      const { agent } = await chooseAgent(request.manage, request.query['agent']);
      return await conversationView(request, agent, request.params['conversationId'] ?? '');
    },
  });

const showChat = () =>
  definePage({
    method: 'get',
    path: chatPath,
    handle: async (request) =>
      await chatView(request, await chooseAgent(request.manage, request.query['agent'])),
  });

export const chatPages = [showChat, sayMessage, showConversation] as const;
