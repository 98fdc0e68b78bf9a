import { Agent } from '#contracts/workspace.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { agentView, type Models } from './agent-view.ts';

export const listAgents = ({ agents, models }: { readonly agents: Agents; readonly models: Models }) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents',
    id: 'listAgents',
    access: 'owner',
    summary: 'List agents',
    query: ListQuery,
    answers: { 200: json('A page of agents.', pageOf(Agent)) },
    handle: async ({ workspace, query }) => {
      const { items, nextCursor } = await agents.list(workspace.id, query);
      return { status: 200, body: { items: items.map((agent) => agentView(agent, models)), nextCursor } };
    },
  });
