import { Automation, NewAutomation } from '#contracts/automation.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { assertKnownModels } from '../agents/agent-view.ts';
import { agentFor } from './agent-for.ts';
import { assertEventIdFrom } from './assert-event-id-from.ts';
import { assertSender, type SenderDeps } from './assert-sender.ts';
import { automationViews, type ChangingDeps, findAutomation } from './automation-view.ts';
import { type ProposalDeps, proposeByModel } from './propose-by-model.ts';
import { concretePlan, type ConcretePlanDeps } from '#meaning/concrete-plan.ts';
import { readMeaning } from '#meaning/read-meaning.ts';

interface Deps extends ChangingDeps, SenderDeps, ConcretePlanDeps, Omit<ProposalDeps, 'automations'> {
  readonly agents: Pick<Agents, 'first' | 'find'>;
}

export const createAutomation = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations',
    id: 'createAutomation',
    access: 'owner',
    summary: 'Create an automation',
    description: 'It gets a URL of its own. Without `agentId` it belongs to the first agent.',
    body: jsonBody(NewAutomation, {
      examples: {
        filtered: {
          summary: 'With a filter',
          value: {
            name: 'Large orders',
            instructions: 'Summarise the delivery.',
            filter: 'order.total is greater than 100',
          },
        },
      },
    }),
    answers: { 201: json('The automation with its URL.', Automation) },
    refusals: ['NOT_FOUND', 'INVALID_CONDITION', 'INVALID_PLAN'],
    handle: async ({ workspace, body }) => {
      const { agentId: given, condition, plan, ...content } = await body();
      assertKnownModels(content.model, deps.models);
      assertEventIdFrom(content.eventIdFrom);
      await assertSender(deps, content, {
        sender: content.sender,
        customSender: content.customSender,
        hasSigningSecret: false,
      });
      const { id: agentId } = await agentFor(deps.agents, workspace.id, given);
      const scope = { workspaceId: workspace.id, agentId };
      const concrete = await concretePlan(deps, scope, plan, null);
      const made = await deps.automations.create(workspace.id, {
        ...content,
        ...readMeaning({ ...content, condition, plan: concrete }, null, {
          samples: [],
          sender: content.sender,
        }),
        agentId,
        by: workspace.tokenName,
      });
      await deps.eventTelling.automationChanged(workspace.id, made, 'created');
      await proposeByModel(deps, { workspaceId: workspace.id, automationId: made.id }, false);
      const record = await findAutomation(deps.automations, workspace.id, made.id);
      return { status: 201, body: await automationViews(deps, workspace)(record) };
    },
  });
