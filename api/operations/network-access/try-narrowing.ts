import { NarrowingPreview } from '#contracts/narrowing.ts';
import { Narrowing } from '#contracts/policy-bounds.ts';
import type { createNarrowings } from '#network-access/narrowings.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { agentScope } from './agent-scope.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly narrowings: ReturnType<typeof createNarrowings>;
}

export const tryNarrowing = ({ agents, narrowings }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/agents/{agentId}/network-access/{policyId}/narrowing',
    id: 'tryNarrowing',
    access: 'owner',
    role: 'viewer',
    summary: 'Ask what a narrower policy would have refused',
    description: 'Judges the requests in the log of the last 30 days. Nothing is saved.',
    params: { agentId: idParam('agent'), policyId: idParam('policy') },
    body: jsonBody(Narrowing, {
      examples: {
        narrow: {
          summary: 'Two paths',
          value: { methods: ['GET'], paths: ['/v1/orders/*', '/v1/customers/**'] },
        },
      },
    }),
    answers: { 200: json('The requests that it would have refused.', NarrowingPreview) },
    handle: async ({ workspace, params, body }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      return { status: 200, body: await narrowings.preview(scope, params.policyId, await body()) };
    },
  });
