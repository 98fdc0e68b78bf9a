import { Conversation } from '#contracts/chat.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { Conversations } from '#store/conversation/conversations.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { ListQuery, pageOf } from '../pages.ts';
import { idParam } from '../path-params.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly conversations: Conversations;
}

export const listConversations = ({ agents, conversations }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents/{agentId}/conversations',
    id: 'listConversations',
    access: 'owner',
    summary: 'List conversations',
    description: 'Those with the newest messages first.',
    params: { agentId: idParam('agent') },
    query: ListQuery,
    answers: { 200: json('A page of conversations.', pageOf(Conversation)) },
    handle: async ({ workspace, params, query }) => {
      const agent = found(await agents.find(workspace.id, params.agentId), 'agent');
      return { status: 200, body: await conversations.list(workspace.id, agent.id, query) };
    },
  });
