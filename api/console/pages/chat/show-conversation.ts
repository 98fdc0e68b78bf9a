import { idParam } from '#api/operations/path-params.ts';
import { definePage } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { chatPath } from './chat-path.ts';
import { conversationView } from './conversation-view.ts';

export const showConversation = () =>
  definePage({
    method: 'get',
    path: `${chatPath}/{conversationId}`,
    params: { conversationId: idParam('conversation') },
    access: 'owner',
    handle: async (request) => {
      const { agent } = await chooseAgent(request.manage, request.query['agent']);
      return await conversationView(request, agent, request.params['conversationId'] ?? '');
    },
  });
