import { z } from 'zod';

import { ChatReply, ConversationPage } from '../../../capabilities/records.ts';
import { Conversation, IdempotencyKey, NewMessage } from '../../../contracts/chat.ts';
import type { Operation } from '../operation.ts';
import { agentPath } from './agent-path.ts';
import { ListQuery, listOf } from './list-of.ts';

const json = 'application/json';

/** Talking with an agent. */
export const chatOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/manage/agents/{agentId}/chat',
    id: 'sendMessage',
    part: 'manage',
    summary: 'Send a message to an agent',
    description:
      'The agent answers with the policies and budgets that its automations have. Messages of one conversation are answered one after the other. The message is stored first; a reply that is not ready within 110 seconds is read later in its conversation.',
    pathParams: agentPath,
    headers: z.object({
      'Idempotency-Key': IdempotencyKey.optional().meta({
        description: 'The same request with the same key is the same message: it is answered once.',
      }),
    }),
    request: [
      {
        mediaType: json,
        schema: NewMessage,
        examples: {
          first: {
            summary: 'Begins a conversation',
            value: { message: 'GET https://api.example.com/orders/1 and report status.' },
          },
        },
      },
    ],
    success: {
      status: 200,
      description:
        'The reply, what was done for it, and what it cost. A chat is not billed as an automation run.',
      bodies: [{ mediaType: json, schema: ChatReply }],
    },
    refusals: ['NOT_FOUND', 'CONCURRENCY_EXCEEDED', 'REPLY_PENDING'],
  },
  {
    method: 'get',
    path: '/manage/agents/{agentId}/conversations',
    id: 'listConversations',
    part: 'manage',
    summary: 'List conversations',
    description: 'Those with the newest messages first.',
    pathParams: agentPath,
    query: ListQuery,
    success: {
      status: 200,
      description: 'A page of conversations.',
      bodies: [{ mediaType: json, schema: listOf(Conversation) }],
    },
    refusals: ['INVALID_REQUEST', 'NOT_FOUND'],
  },
  {
    method: 'get',
    path: '/manage/agents/{agentId}/conversations/{conversationId}',
    id: 'readConversation',
    part: 'manage',
    summary: 'Read a conversation',
    pathParams: { ...agentPath, conversationId: 'The id of a conversation with this agent.' },
    query: ListQuery,
    success: {
      status: 200,
      description: 'The conversation with a page of its messages, newest first.',
      bodies: [{ mediaType: json, schema: ConversationPage }],
    },
    refusals: ['INVALID_REQUEST', 'NOT_FOUND'],
  },
];
