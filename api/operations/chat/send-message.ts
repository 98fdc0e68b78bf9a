import { z } from 'zod';

import { ChatReply } from '#capabilities/records.ts';
import { IdempotencyKey, NewMessage } from '#contracts/chat.ts';
import { chatIds } from '#domain/chat-id.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';
import { replyTo, type ReplyDeps, storeMessage } from './reply.ts';
import type { Agents } from '#store/workspace/agents.ts';

interface Deps extends ReplyDeps {
  readonly agents: Pick<Agents, 'find'>;
}

export const sendMessage = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/agents/{agentId}/chat',
    id: 'sendMessage',
    access: 'owner',
    summary: 'Send a message to an agent',
    description:
      'The agent answers with the policies and budgets that its automations have. Messages of one conversation are answered one after the other. The message is stored first; a reply that is not ready within 110 seconds is read later in its conversation.',
    params: { agentId: idParam('agent') },
    headers: z.object({
      'Idempotency-Key': IdempotencyKey.optional().meta({
        description: 'The same request with the same key is the same message: it is answered once.',
      }),
      Prefer: z.string().optional().meta({
        description:
          '`wait=<seconds>` (RFC 7240): how long to wait for the reply, at most 110. Others are ignored.',
      }),
    }),
    body: jsonBody(NewMessage, {
      examples: {
        first: {
          summary: 'Begins a conversation',
          value: { message: 'GET https://api.example.com/orders/1 and report status.' },
        },
      },
    }),
    answers: {
      200: json(
        'The reply, what was done for it, and what it cost. A chat is not billed as an automation run.',
        ChatReply,
      ),
    },
    refusals: ['CONCURRENCY_EXCEEDED', 'STORAGE_EXCEEDED', 'INTAKE_UNAVAILABLE', 'REPLY_PENDING'],
    handle: async ({ workspace, params, headers, body }) => {
      const { id, name } = found(await deps.agents.find(workspace.id, params.agentId), 'agent');
      const { message: given, conversationId = null } = await body();
      const ids = chatIds(id, { conversationId, idempotencyKey: headers['Idempotency-Key'] ?? null });
      const message = {
        workspaceId: workspace.id,
        agentId: id,
        agentName: name,
        ...ids,
        // Matches what the store returns: lone surrogates do not survive UTF-8.
        text: given.toWellFormed(),
      };
      await storeMessage(deps, message, { isNew: conversationId === null });
      const replyWaitMs = waitMsOf(headers.Prefer, deps.replyWaitMs);
      return { status: 200, body: await replyTo({ ...deps, replyWaitMs }, message) };
    },
  });

/** The time that the caller prefers, within ours. */
function waitMsOf(prefer: string | undefined, replyWaitMs: number): number {
  const seconds = /(?:^|[,;\s])wait=(\d{1,3})(?:$|[,;\s])/i.exec(prefer ?? '')?.[1];
  return seconds === undefined ? replyWaitMs : Math.min(replyWaitMs, Number(seconds) * 1_000);
}
