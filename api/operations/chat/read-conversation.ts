import { ConversationPage } from '#capabilities/records.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { Conversations } from '#store/conversation/conversations.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { ListQuery } from '../pages.ts';
import { idParam } from '../path-params.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly conversations: Conversations;
}

export const readConversation = ({ agents, conversations }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents/{agentId}/conversations/{conversationId}',
    id: 'readConversation',
    access: 'owner',
    summary: 'Read a conversation',
    params: {
      agentId: idParam('agent'),
      conversationId: idParam('conversation', 'The id of a conversation with this agent.'),
    },
    query: ListQuery,
    answers: { 200: json('The conversation with a page of its messages, newest first.', ConversationPage) },
    handle: async ({ workspace, params, query }) => {
      const { id } = found(await agents.find(workspace.id, params.agentId), 'agent');
      const conversation = found(
        await conversations.find(workspace.id, id, params.conversationId),
        'conversation',
      );
      const page = await conversations.messages(workspace.id, conversation.conversationId, query);
      return { status: 200, body: { ...conversation, ...page } };
    },
  });
