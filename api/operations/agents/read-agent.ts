import { Agent } from '#contracts/workspace.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { agentView, type Models } from './agent-view.ts';

export const readAgent = ({ agents, models }: { readonly agents: Agents; readonly models: Models }) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents/{agentId}',
    id: 'readAgent',
    access: 'owner',
    summary: 'Read an agent',
    params: { agentId: idParam('agent') },
    answers: { 200: json('The agent.', Agent) },
    handle: async ({ workspace, params }) => {
      const agent = found(await agents.find(workspace.id, params.agentId), 'agent');
      return { status: 200, body: agentView(agent, models) };
    },
  });
