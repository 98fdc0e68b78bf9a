import { DomainError } from '#domain/domain-error.ts';
import { html } from '#api/html.ts';
import { idParam } from '#api/operations/path-params.ts';
import { definePage, type PageRequest, seeOther, type View, view } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { policyPath } from '../../parts/allowing-path.ts';
import { withQuery } from '../../parts/next-page.ts';
import { whyOwnersOnly } from '../../parts/read-only.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import { approvalOf, approvalTyped } from './approval-fields.ts';
import { boundsOf, boundsTyped } from './bounds-fields.ts';
import { connectionPart } from './connection-part.ts';
import { networkAccessPath } from './network-access-path.ts';
import type { NetworkAccessDeps } from './network-access-view.ts';
import { credentialOf, oauthTyped } from './oauth-fields.ts';
import { topField } from './top-field.ts';
import { policyForm } from './policy-form.ts';
import type { AnswerTo, ItemOf, OperationCalls } from '#api/routing/call-operation.ts';

const path = `${networkAccessPath}/{policyId}`;
const params = { policyId: idParam('policy') };

export const showPolicy = (deps: NetworkAccessDeps) =>
  definePage({
    method: 'get',
    path,
    params,
    handle: async (request) => {
      const { policy, agentId } = await findPolicy(request, request.query['agent']);
      const { kind, domain, address, headerName, oauth } = policy;
      const fields = {
        kind,
        domain,
        address: address ?? '',
        ...(oauth === null && { headerName: headerName ?? '' }),
        ...oauthTyped(oauth),
        ...approvalTyped(withException(policy, request.query['except'])),
      };
      const typed = new URLSearchParams([...Object.entries(fields), ...boundsTyped(policy)]);
      return policyView(deps, request, { policy, agentId, typed });
    },
  });

export const changePolicyForm = (deps: NetworkAccessDeps) =>
  definePage({
    method: 'post',
    path,
    params,
    handle: async (request) => {
      const { manage, form } = request;
      const { policy, agentId } = await findPolicy(request, form.get('agent') ?? undefined);
      const text = (name: string) => form.get(name) ?? '';
      const [headerName, headerValue] = [text('headerName'), text('headerValue')];
      // An empty value field keeps the stored value, and removes it together with the name.
      const isKept = headerValue === '' && headerName !== '';
      const body =
        policy.kind === 'mail'
          ? { address: text('address'), ...approvalOf(form) }
          : {
              domain: text('domain'),
              headerName,
              ...(!isKept && { headerValue }),
              ...credentialOf(form, policy.oauth !== null),
              ...approvalOf(form),
              ...boundsOf(form),
            };
      try {
        await manage.changePolicy({ params: { agentId, policyId: policy.id }, body });
        // Its connection is there to be made.
        const isConnected = form.get('credential') === 'oauth';
        const next = isConnected
          ? policyPath(agentId, policy.id)
          : withQuery(networkAccessPath, { agent: agentId });
        return seeOther(next);
      } catch (error) {
        return policyView(deps, request, {
          policy,
          agentId,
          typed: form,
          problem: topField(formProblem(error)),
        });
      }
    },
  });

export const removePolicy = () =>
  definePage({
    method: 'post',
    path: `${path}/delete`,
    params,
    handle: async ({ manage, form, params: { policyId = '' } }) => {
      const { agent } = await chooseAgent(manage, form.get('agent') ?? undefined);
      await manage.deletePolicy({ params: { agentId: agent.id, policyId } });
      return seeOther(withQuery(networkAccessPath, { agent: agent.id }));
    },
  });

/** A policy of an agent, by the id in the path of the page. Throws NOT_FOUND. */
export async function findPolicy(
  { manage, params: { policyId = '' } }: PageRequest<'owner'>,
  agent: string | undefined,
) {
  const { id: agentId } = (await chooseAgent(manage, agent)).agent;
  for await (const policy of everyPolicy(manage, agentId))
    if (policy.id === policyId) return { policy, agentId };
  throw new DomainError('NOT_FOUND', 'Allowed domain not found');
}

/** The policy with an exception that a link brings; it is saved by the form alone. */
function withException<P extends Pick<AnswerTo<'changePolicy'>, 'approvalExcept'>>(
  policy: P,
  line: string | undefined,
) {
  const [method = '', path = ''] = (line ?? '').split(' ');
  const added = line === undefined ? [] : [{ method: method as 'POST', path }];
  return { ...policy, approvalExcept: [...policy.approvalExcept, ...added] };
}

interface Shown {
  readonly policy: ItemOf<'listPolicies'>;
  readonly agentId: string;
  readonly typed: URLSearchParams;
  readonly problem?: FormProblem;
}

function policyView(
  { connector: { redirectUri } }: NetworkAccessDeps,
  { params: { policyId }, csrf, workspace, timeZone }: PageRequest<'owner'>,
  shown: Shown,
): View {
  const readOnly = whyOwnersOnly(workspace);
  const { policy, agentId, problem } = shown;
  const { hasHeaderValue } = policy;
  const what = shown.typed.get('kind') === 'mail' ? 'address' : 'domain';
  const action = `${networkAccessPath}/${policyId}`;
  return view({
    title: `Change an allowed ${what}`,
    section: 'network-access',
    ...(problem === undefined ? {} : { status: problem.status }),
    body: html`<p class="crumb">
        <a href="${withQuery(networkAccessPath, { agent: agentId })}">Network Access</a>
      </p>
      <h1>Change an allowed ${what}</h1>
      ${connectionPart(policy, { agentId, timeZone, csrf, isChangeable: readOnly === null })}
      ${policyForm({ ...shown, hasHeaderValue, redirectUri, action, csrf, submit: 'Save', readOnly })}
      ${
        readOnly === null &&
        html`<section aria-labelledby="remove">
          <h2 id="remove">Remove it</h2>
          <p class="hint">
            Requests and e-mails to this ${what} are refused from then on, and a stored header is gone.
          </p>
          <form method="post" action="${action}/delete">
            ${csrfField(csrf)}
            <input type="hidden" name="agent" value="${agentId}" />
            <button class="danger">Remove this ${what}</button>
          </form>
        </section>`
      }`,
  });
}

/** The policies of an agent, page by page. */
async function* everyPolicy(
  manage: Pick<OperationCalls, 'listPolicies'>,
  agentId: string,
): AsyncGenerator<ItemOf<'listPolicies'>> {
  let cursor: string | undefined;
  do {
    const page = await manage.listPolicies({ params: { agentId }, query: { cursor, limit: '200' } });
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
