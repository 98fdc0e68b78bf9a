import { definePage, type PageRequest } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { formProblem, inWordsOf } from '../../parts/refused-form.ts';
import { networkAccessPath } from './network-access-path.ts';
import { type NetworkAccessDeps, networkAccessView } from './network-access-view.ts';
import type { Tried } from './try-form.ts';

/** Checks a request, or sends it as the agent would. */
export const tryRequest = (deps: NetworkAccessDeps) =>
  definePage({
    method: 'post',
    path: `${networkAccessPath}/requests`,
    handle: async (request) => {
      const chosen = await chooseAgent(request.manage, request.form.get('agent') ?? undefined);
      const tried = await outcomeOf(request, chosen.agent.id);
      return await networkAccessView(deps, request, chosen, { tried });
    },
  });

const labels = { method: 'Method', url: 'URL', body: 'Body' };

async function outcomeOf({ manage, form }: PageRequest<'owner'>, agentId: string): Promise<Tried> {
  const [method, url, body] = ['method', 'url', 'body'].map((name) => form.get(name) ?? '');
  const params = { agentId };
  try {
    const content = body === undefined || body.trim() === '' ? {} : { body };
    if (form.get('do') !== 'send')
      return {
        typed: form,
        checked: await manage.checkRequest({ params, body: { method, url, ...content } }),
      };
    return { typed: form, answer: await manage.sendRequest({ params, body: { method, url, ...content } }) };
  } catch (error) {
    return { typed: form, problem: inWordsOf(labels, formProblem(error)) };
  }
}
