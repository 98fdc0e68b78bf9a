import { html } from '#api/html.ts';
import { assertMay } from '#api/operations/assert-may.ts';
import type { NoteChange } from '#api/operations/audit/note-change.ts';
import { idParam } from '#api/operations/path-params.ts';
import type { Connector } from '#oauth/connector.ts';
import { definePage, type PageRequest, seeOther, view } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { policyPath } from '../../parts/allowing-path.ts';
import { networkAccessPath } from './network-access-path.ts';

interface ConnectDeps {
  readonly connector: Connector;
  readonly noteChange: NoteChange;
}

const params = { policyId: idParam('policy') };

/** Pages are no operations: the role is held against here. */
const assertOwner = ({ workspace }: PageRequest<'owner'>) =>
  assertMay(workspace, { method: 'post', role: 'owner' });

/** Sends the owner to the page of the authorization server, or has a token fetched where there is none. */
const connectPolicy = ({ connector }: ConnectDeps) =>
  definePage({
    method: 'post',
    path: `${networkAccessPath}/{policyId}/connect`,
    params,
    handle: async (request) => {
      const {
        manage,
        form,
        workspace,
        session,
        params: { policyId = '' },
      } = request;
      assertOwner(request);
      const { id: agentId } = (await chooseAgent(manage, form.get('agent') ?? undefined)).agent;
      if (form.get('grant') === 'client_credentials') {
        await manage.connectPolicy({ params: { agentId, policyId } });
        return seeOther(policyPath(agentId, policyId));
      }
      const scope = { workspaceId: workspace.id, agentId };
      const leadsTo = await connector.begin(scope, policyId, session);
      const { host } = new URL(leadsTo);
      // A redirect would be one of the form, whose target the policy of the page restricts to this host.
      return view({
        title: `To ${host}`,
        section: 'network-access',
        leadsTo,
        body: html`<h1>To ${host}</h1>
          <p>Agree there; you come back by yourself.</p>
          <p><a class="button" href="${leadsTo}" rel="noreferrer">Continue to ${host}</a></p>`,
      });
    },
  });

const disconnectPolicy = () =>
  definePage({
    method: 'post',
    path: `${networkAccessPath}/{policyId}/disconnect`,
    params,
    handle: async ({ manage, form, params: { policyId = '' } }) => {
      const { id: agentId } = (await chooseAgent(manage, form.get('agent') ?? undefined)).agent;
      await manage.disconnectPolicy({ params: { agentId, policyId } });
      return seeOther(policyPath(agentId, policyId));
    },
  });

/** The answer of an authorization server. It leads to a page of ours, whatever it says. */
const finishConnection = ({ connector, noteChange }: ConnectDeps) =>
  definePage({
    method: 'get',
    path: '/console/oauth/callback',
    handle: async (request) => {
      const { workspace, session, query } = request;
      assertOwner(request);
      const given = Object.entries(query).map(([name, value = '']) => [name, value]);
      const { agentId, policyId } = await connector.finish({
        workspaceId: workspace.id,
        session,
        parameters: new URLSearchParams(Object.fromEntries(given)),
      });
      const { tokenName: by, tokenId, role } = workspace;
      await noteChange(workspace.id, {
        action: 'connectPolicy',
        outcome: 'changed',
        by,
        tokenId,
        role,
        via: 'console',
        target: { agentId, policyId },
        fields: [],
      });
      return seeOther(policyPath(agentId, policyId));
    },
  });

export const connectPages = [connectPolicy, disconnectPolicy, finishConnection] as const;
