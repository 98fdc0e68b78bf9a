import { invalidField } from '#domain/domain-error.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { Automations } from '#store/automation/automations.ts';
import { empty } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

interface Deps {
  readonly agents: Agents;
  readonly automations: Automations;
}

export const deleteAgent = ({ agents, automations }: Deps) =>
  defineOperation({
    method: 'delete',
    path: '/manage/agents/{agentId}',
    id: 'deleteAgent',
    access: 'owner',
    role: 'owner',
    summary: 'Delete an agent',
    description:
      'With its Network Access and the log of it. Not while an automation uses it, and not the last one.',
    params: { agentId: idParam('agent') },
    answers: { 204: empty('Deleted.') },
    refusals: ['INVALID_REQUEST'],
    handle: async ({ workspace, params }) => {
      const { id } = found(await agents.find(workspace.id, params.agentId), 'agent');
      if (await automations.usesAgent(workspace.id, id)) {
        throw invalidField('agentId', 'automations still use this agent', {
          hint: 'Delete those automations first.',
        });
      }
      if ((await agents.list(workspace.id, { limit: 2 })).items.length === 1)
        throw invalidField('agentId', 'a workspace keeps at least one agent');
      await agents.remove(workspace.id, id);
      return { status: 204 };
    },
  });
