import { Policy, PolicyChange } from '#contracts/policy.ts';
import type { Policies } from '#network-access/policies.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { agentScope } from './agent-scope.ts';
import { policyNameFields } from './policy-domain-field.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly policies: Policies;
}

export const changePolicy = ({ agents, policies }: Deps) =>
  defineOperation({
    method: 'patch',
    path: '/manage/agents/{agentId}/network-access/{policyId}',
    id: 'changePolicy',
    access: 'owner',
    role: 'owner',
    summary: 'Change an allowed domain',
    description: 'A new domain or header name asks for the value again.',
    params: { agentId: idParam('agent'), policyId: idParam('policy') },
    body: jsonBody(PolicyChange.extend(policyNameFields), {
      examples: {
        rotated: { summary: 'A new value', value: { headerValue: 'Bearer another' } },
        narrowed: {
          summary: 'Fewer methods and paths',
          value: { methods: ['GET'], paths: ['/v1/orders/*'], members: [] },
        },
      },
    }),
    answers: { 200: json('The policy.', Policy) },
    refusals: ['INVALID_DOMAIN', 'HEADER_PAIR_REQUIRED', 'POLICY_EXISTS'],
    handle: async ({ workspace, params, body }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      return { status: 200, body: await policies.update(scope, params.policyId, await body()) };
    },
  });
