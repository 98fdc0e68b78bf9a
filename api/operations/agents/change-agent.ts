import { Agent, AgentChange } from '#contracts/workspace.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { agentView, assertKnownModels, type Models } from './agent-view.ts';

export const changeAgent = ({ agents, models }: { readonly agents: Agents; readonly models: Models }) =>
  defineOperation({
    method: 'patch',
    path: '/manage/agents/{agentId}',
    id: 'changeAgent',
    access: 'owner',
    summary: 'Change an agent',
    params: { agentId: idParam('agent') },
    body: jsonBody(AgentChange, {
      examples: { renamed: { summary: 'A new name', value: { name: 'Invoices' } } },
    }),
    answers: { 200: json('The agent.', Agent) },
    handle: async ({ workspace, params, body }) => {
      const { name, model } = await body();
      assertKnownModels(model, models);
      const agent = found(await agents.change(workspace.id, params.agentId, { name, model }), 'agent');
      return { status: 200, body: agentView(agent, models) };
    },
  });
