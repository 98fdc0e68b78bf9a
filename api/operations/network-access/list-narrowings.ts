import { NarrowingProposals } from '#contracts/narrowing.ts';
import type { createNarrowings } from '#network-access/narrowings.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { agentScope } from './agent-scope.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly narrowings: ReturnType<typeof createNarrowings>;
}

export const listNarrowings = ({ agents, narrowings }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents/{agentId}/network-access/proposals',
    id: 'listNarrowings',
    access: 'owner',
    summary: 'Ask how policies could be narrower',
    description: 'Read from the log of the last 30 days. Ids in paths, and what the log shortens, are `*`.',
    params: { agentId: idParam('agent') },
    answers: { 200: json('A proposal for each policy.', NarrowingProposals) },
    handle: async ({ workspace, params }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      return { status: 200, body: await narrowings.propose(scope) };
    },
  });
