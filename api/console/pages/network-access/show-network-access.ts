import { definePage } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { networkAccessPath } from './network-access-path.ts';
import { networkAccessView } from './network-access-view.ts';

export const showNetworkAccess = () =>
  definePage({
    method: 'get',
    path: networkAccessPath,
    access: 'owner',
    handle: async (request) =>
      await networkAccessView(request, await chooseAgent(request.manage, request.query['agent'])),
  });
