import type { Connector } from '#oauth/connector.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { empty } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { agentScope } from './agent-scope.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly connector: Pick<Connector, 'connect' | 'disconnect'>;
}

const params = { agentId: idParam('agent'), policyId: idParam('policy') };

export const connectPolicy = ({ agents, connector }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/agents/{agentId}/network-access/{policyId}/connect',
    id: 'connectPolicy',
    access: 'owner',
    role: 'owner',
    summary: 'Connect an allowed domain again',
    description:
      'For the grant `client_credentials`: gets a new token. `authorization_code` is connected in the console, because the answer of the authorization server is bound to a session there.',
    params,
    answers: { 204: empty('Connected.') },
    refusals: ['OUTBOUND_FAILED', 'INVALID_REQUEST'],
    handle: async ({ workspace, params: { agentId, policyId } }) => {
      await connector.connect(await agentScope(agents, workspace.id, agentId), policyId);
      return { status: 204 };
    },
  });

export const disconnectPolicy = ({ agents, connector }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/agents/{agentId}/network-access/{policyId}/disconnect',
    id: 'disconnectPolicy',
    access: 'owner',
    role: 'owner',
    summary: 'Forget the tokens of an allowed domain',
    description:
      'Requests there fail until it is connected again. The server is not told: end the grant there too.',
    params,
    answers: { 204: empty('Forgotten.') },
    handle: async ({ workspace, params: { agentId, policyId } }) => {
      await connector.disconnect(await agentScope(agents, workspace.id, agentId), policyId);
      return { status: 204 };
    },
  });
