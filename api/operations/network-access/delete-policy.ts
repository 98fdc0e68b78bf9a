import type { Policies } from '#network-access/policies.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { empty } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import type { VoidApprovals } from '../approvals/void-approvals.ts';
import { agentScope } from './agent-scope.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly policies: Policies;
  readonly voidApprovals: VoidApprovals;
}

export const deletePolicy = ({ agents, policies, voidApprovals }: Deps) =>
  defineOperation({
    method: 'delete',
    path: '/manage/agents/{agentId}/network-access/{policyId}',
    id: 'deletePolicy',
    access: 'owner',
    role: 'owner',
    summary: 'Stop allowing a domain',
    description: 'Requests that wait for an approval by it are sent no more.',
    params: { agentId: idParam('agent'), policyId: idParam('policy') },
    answers: { 204: empty('Deleted.') },
    handle: async ({ workspace, params }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      await policies.remove(scope, params.policyId);
      await voidApprovals(workspace.id, ({ policyId }) => policyId === params.policyId);
      return { status: 204 };
    },
  });
