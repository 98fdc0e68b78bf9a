import { Policy } from '../../../contracts/policy.ts';
import type { Policies } from '../../../network-access/policies.ts';
import type { Agents } from '../../../store/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { agentScope } from './agent-scope.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly policies: Pick<Policies, 'read'>;
}

export const readPolicy = ({ agents, policies }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents/{agentId}/network-access/{policyId}',
    id: 'readPolicy',
    access: 'owner',
    summary: 'Read an allowed domain',
    params: { agentId: idParam('agent'), policyId: idParam('policy') },
    answers: { 200: json('The policy.', Policy) },
    handle: async ({ workspace, params }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      return { status: 200, body: await policies.read(scope, params.policyId) };
    },
  });
