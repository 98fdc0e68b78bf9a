import { Decision } from '#contracts/decision.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { Decisions } from '#store/policy/decisions.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { idParam } from '../path-params.ts';
import { agentScope } from './agent-scope.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly decisions: Pick<Decisions, 'list'>;
}

export const listDecisions = ({ agents, decisions }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents/{agentId}/network-access/log',
    id: 'listDecisions',
    access: 'owner',
    summary: 'List what was allowed and refused, newest first',
    params: { agentId: idParam('agent') },
    query: ListQuery,
    answers: { 200: json('A page of decisions; names only, no values.', pageOf(Decision)) },
    handle: async ({ workspace, params, query }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      return { status: 200, body: await decisions.list(scope, query) };
    },
  });
