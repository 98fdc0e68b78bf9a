import { changePolicyForm, removePolicy, showPolicy } from './change-policy.ts';
import { tryRequest } from './try-request.ts';
import { definePage, seeOther } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { policyPath } from '../../parts/allowing-path.ts';
import { withQuery } from '../../parts/next-page.ts';
import { formProblem } from '../../parts/refused-form.ts';
import { approvalOf } from './approval-fields.ts';
import { boundsOf } from './bounds-fields.ts';
import { showNarrowing, takeNarrowing } from './narrow.ts';
import { topField } from './top-field.ts';
import { networkAccessPath } from './network-access-path.ts';
import { connectPages } from './connect-pages.ts';
import { type NetworkAccessDeps, networkAccessView } from './network-access-view.ts';
import { credentialOf } from './oauth-fields.ts';
import { policyFields } from './policy-form.ts';

const showNetworkAccess = (deps: NetworkAccessDeps) =>
  definePage({
    method: 'get',
    path: networkAccessPath,
    handle: async (request) =>
      await networkAccessView(deps, request, await chooseAgent(request.manage, request.query['agent'])),
  });

const addPolicy = (deps: NetworkAccessDeps) =>
  definePage({
    method: 'post',
    path: networkAccessPath,
    handle: async (request) => {
      const { manage, form } = request;
      const chosen = await chooseAgent(manage, form.get('agent') ?? undefined);
      const agentId = chosen.agent.id;
      const named = policyFields.flatMap((name) => (form.has(name) ? [[name, form.get(name)]] : []));
      const body = {
        ...Object.fromEntries(named),
        ...credentialOf(form, false),
        ...(form.has('approval') && approvalOf(form)),
        ...boundsOf(form),
      };
      try {
        const { id, oauth } = await manage.createPolicy({ params: { agentId }, body });
        const next =
          oauth === null ? withQuery(networkAccessPath, { agent: agentId }) : policyPath(agentId, id);
        return seeOther(next);
      } catch (error) {
        return await networkAccessView(deps, request, chosen, {
          refused: { typed: form, problem: topField(formProblem(error)) },
        });
      }
    },
  });

export const networkAccessPages = [
  showNetworkAccess,
  addPolicy,
  tryRequest,
  showPolicy,
  changePolicyForm,
  removePolicy,
  showNarrowing,
  takeNarrowing,
  ...connectPages,
] as const;
