import { Policy } from '#contracts/policy.ts';
import type { Policies } from '#network-access/policies.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { idParam } from '../path-params.ts';
import { agentScope } from './agent-scope.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly policies: Policies;
}

export const listPolicies = ({ agents, policies }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents/{agentId}/network-access',
    id: 'listPolicies',
    access: 'owner',
    summary: 'List allowed domains',
    params: { agentId: idParam('agent') },
    query: ListQuery,
    answers: { 200: json('A page of policies.', pageOf(Policy)) },
    handle: async ({ workspace, params, query }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      return { status: 200, body: await policies.list(scope, query) };
    },
  });
