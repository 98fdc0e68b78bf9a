import type { Apis } from '#store/api/apis.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { empty } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { agentScope } from '../network-access/agent-scope.ts';
import { apiParams, findApi } from './api-view.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly apis: Pick<Apis, 'find' | 'remove'>;
}

export const deleteApi = ({ agents, apis }: Deps) =>
  defineOperation({
    method: 'delete',
    path: '/manage/agents/{agentId}/apis/{apiId}',
    id: 'deleteApi',
    access: 'owner',
    role: 'owner',
    summary: 'Delete an API',
    description: 'The agent is offered its operations no more. Network Access stays as it is.',
    params: apiParams,
    answers: { 204: empty('Deleted.') },
    handle: async ({ workspace, params }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      await apis.remove(scope, await findApi(apis, scope, params.apiId));
      return { status: 204 };
    },
  });
