import { Agent, NewAgent } from '#contracts/workspace.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { agentView, assertKnownModels, type Models } from './agent-view.ts';

export const createAgent = ({ agents, models }: { readonly agents: Agents; readonly models: Models }) =>
  defineOperation({
    method: 'post',
    path: '/manage/agents',
    id: 'createAgent',
    access: 'owner',
    summary: 'Create an agent',
    body: jsonBody(NewAgent, {
      examples: {
        named: { summary: 'With the default model', value: { name: 'Billing' } },
        tuned: {
          summary: 'With models of its own',
          value: { name: 'Billing', model: { main: 'offline/rules-1', effort: 'low' } },
        },
      },
    }),
    answers: { 201: json('The agent.', Agent) },
    handle: async ({ workspace, body }) => {
      const { name, model } = await body();
      assertKnownModels(model, models);
      const agent = await agents.create(workspace.id, { name, model: model ?? null });
      return { status: 201, body: agentView(agent, models) };
    },
  });
