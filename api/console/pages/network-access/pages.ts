import { changePolicyForm, removePolicy, showPolicy } from './change-policy.ts';
import { tryRequest } from './try-request.ts';
import { definePage, seeOther } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { withQuery } from '../../parts/next-page.ts';
import { formProblem } from '../../parts/refused-form.ts';
import { approvalOf } from './approval-fields.ts';
import { boundsOf } from './bounds-fields.ts';
import { showNarrowing, takeNarrowing } from './narrow.ts';
import { topField } from './top-field.ts';
import { networkAccessPath } from './network-access-path.ts';
import { networkAccessView } from './network-access-view.ts';
import { policyFields } from './policy-form.ts';

const showNetworkAccess = () =>
  definePage({
    method: 'get',
    path: networkAccessPath,
    handle: async (request) =>
      await networkAccessView(request, await chooseAgent(request.manage, request.query['agent'])),
  });

const addPolicy = () =>
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
        ...(form.has('approval') && approvalOf(form)),
        ...boundsOf(form),
      };
      try {
        await manage.createPolicy({ params: { agentId }, body });
        return seeOther(withQuery(networkAccessPath, { agent: agentId }));
      } catch (error) {
        return await networkAccessView(request, chosen, {
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
] as const;
