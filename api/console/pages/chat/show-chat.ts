import { definePage } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { chatPath } from './chat-path.ts';
import { chatView } from './chat-view.ts';

export const showChat = () =>
  definePage({
    method: 'get',
    path: chatPath,
    access: 'owner',
    handle: async (request) =>
      await chatView(request, await chooseAgent(request.manage, request.query['agent'])),
  });
