import { definePage, seeOther } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { withQuery } from '../../parts/next-page.ts';
import { formProblem } from '../../parts/refused-form.ts';
import { networkAccessPath } from './network-access-path.ts';
import { networkAccessView } from './network-access-view.ts';

export const addPolicy = () =>
  definePage({
    method: 'post',
    path: networkAccessPath,
    access: 'owner',
    handle: async (request) => {
      const { manage, form } = request;
      const chosen = await chooseAgent(manage, form.get('agent') ?? undefined);
      const agentId = chosen.agent.id;
      const [domain, headerName, headerValue] = ['domain', 'headerName', 'headerValue'].map(
        (name) => form.get(name) ?? '',
      );
      try {
        await manage.createPolicy({ params: { agentId }, body: { domain, headerName, headerValue } });
        return seeOther(withQuery(networkAccessPath, { agent: agentId }));
      } catch (error) {
        return await networkAccessView(request, chosen, {
          refused: { typed: form, problem: formProblem(error) },
        });
      }
    },
  });
